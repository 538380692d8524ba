"""A day of an unmodified client: the official Python library, told nothing but address and credentials.

Prints one JSON object per step: its name and the server's answer.
"""

import json
import sys

import zulip

site, email, api_key = sys.argv[1:]
client = zulip.Client(site=site, email=email, api_key=api_key, client="PythonExample/1")


def step(name, answer):
    print(json.dumps({"step": name, "answer": answer}))


step("settings", client.get_server_settings())
step("subscribe", client.add_subscriptions([{"name": "library", "description": "Books, *mostly*"}]))
step("subscriptions", client.get_subscriptions())
step("channel id", client.get_stream_id("library"))
sent = client.send_message({"type": "stream", "to": "library", "topic": "arrivals", "content": "A **new** book"})
step("send", sent)
step("react", client.add_reaction({"message_id": sent["id"], "emoji_name": "book"}))
step("edit", client.update_message({"message_id": sent["id"], "content": "Two **new** books"}))
step(
    "read",
    client.get_messages(
        {
            "anchor": "newest",
            "num_before": 10,
            "num_after": 0,
            "narrow": [{"operator": "channel", "operand": "library"}, {"operator": "topic", "operand": "arrivals"}],
        }
    ),
)
step("flag", client.update_message_flags({"messages": [sent["id"]], "op": "add", "flag": "starred"}))
step("raw", client.get_raw_message(sent["id"]))
step("people", client.get_members())
step("profile", client.get_profile())
step("mute", client.mute_topic({"stream": "library", "topic": "arrivals", "op": "add"}))
step("direct", client.send_message({"type": "private", "to": [email], "content": "Note to self"}))
step("unsubscribe", client.remove_subscriptions(["library"]))
