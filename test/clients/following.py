"""An unmodified client that follows: the official Python library, in one of its two ways (`event` or `message`).

Prints a line of JSON for each thing that it is told, until it is ended.
"""

import json
import sys

import zulip

site, email, api_key, way = sys.argv[1:]
client = zulip.Client(site=site, email=email, api_key=api_key, client="PythonFollower/1")


def tell(thing):
    print(json.dumps(thing), flush=True)


if way == "message":
    client.call_on_each_message(tell)
else:
    client.call_on_each_event(tell, event_types=["message", "reaction"])
