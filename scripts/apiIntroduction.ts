/** The head of `docs/api.md`: what holds for every endpoint, or does not fit beside a parameter. */
export const API_INTRODUCTION = `# The HTTP interface

Generated from the table of routes (\`npm run docs\`); do not edit. Paths are below \`/api/v1\`. The same as an OpenAPI
document: \`/api/v1/openapi.json\`; to try it out: \`/api/v1/reference\`.

## The examples

They tell one story, in the order of \`scripts/apiExamples.ts\`, on a fresh server that was started as the tour of the
README says, with the tour's bouncer beside it; a test runs them all as they stand. \`API\` is
\`http://localhost:9991/api/v1\`. Ada owns the organization and Grace is a member of it: \`ADA_KEY\` and \`GRACE_KEY\` are
their API keys. Names like \`MESSAGE\` are kept where the thing is made.

## What holds everywhere

### Who calls

HTTP Basic with the e-mail address as user name and the API key as password: \`curl -u ann@example.com:KEY …\`.
\`POST /fetch_api_key\` gives the key for a password, \`POST /jwt/fetch_api_key\` for a signed token. The \`Host\` says
which organization is meant.

### Parameters

- Fields of the query, of an urlencoded body or of a multipart body: all three are taken with every method.
- Parameters of type string are taken as they are, without quotes; everything else is JSON text:
  \`num_before=10\`, \`apply_markdown=false\`, \`user_ids=[1,2]\`.
- Where a field is repeated, the body beats the query, and within each the last one counts. A parameter sent under
  two of its names is refused.
- \`client\` names the program that calls; without it the \`User-Agent\` does. \`method\` in the body of a POST can be
  \`PATCH\`, \`PUT\` or \`DELETE\`.

### Answers

\`result\` is \`success\` or \`error\`, \`msg\` a sentence for people, \`code\` what is wrong for programs (absent with
status 405). Fields that were sent and mean nothing here are listed in \`ignored_parameters_unsupported\`.

### Headers

| header | |
|---|---|
| \`Idempotency-Key\` | with \`POST /messages\`, 1 to 255 characters: the same message sent again with the same key is answered with the ID of the first and not sent twice; another message with it is 409 \`IDEMPOTENCY_KEY_REUSED\`. \`queue_id\` with \`local_id\` does the same |
| \`Hansard-Position\` | an answer to a write carries it. Sent with a read, to any node, it says what the answer must have seen: where that takes too long, the answer is 503 with \`Retry-After\`. Callers see their own writes without it |
| \`X-Request-Id\` | in every answer to a request, taken from it if it is there; the correlation ID of the events |
| \`X-RateLimit-Limit\`, \`-Remaining\`, \`-Reset\` | in every limited answer: calls in a window, calls left, UNIX seconds at which all are left again |
| \`Retry-After\` | with 429 and 503: seconds, maybe with a fraction |

### Limits

| what | how much | beyond it |
|---|---|---|
| body | 1 MiB | 413 |
| fields of a request | 1,000, repeats counted | 400 |
| messages of one answer | 5,000 | 400 |
| content of a message | 10,000 code points | cut: its end is then \`[message truncated]\` |
| topic | 60 code points | cut: its end is then \`...\` |
| calls of a user, but for GET /events | 200 in 60 seconds | 429 \`RATE_LIMIT_HIT\` |
| calls of GET /events by a user | 200 in one second, and one more for every 10 kB of an answer: 100 messages a second can be followed one by one | 429 \`RATE_LIMIT_HIT\` |
| calls without credentials, or with wrong ones, by address | 100 in 60 seconds | 429 \`RATE_LIMIT_HIT\` |
| passwords tried for one user name | 5 in 30 minutes, a right one clears them | 429 \`RATE_LIMIT_HIT\` |

The rates are those of \`RATE_LIMITS=on\`.

### Roles

100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.

### To whom a message goes

| \`type\` | \`to\` |
|---|---|
| \`channel\`, \`stream\` | a channel's ID or name, plain or as JSON: \`to=7\`, \`to=design\`, \`to="design"\`, \`to=["design"]\`; a name of digits needs the quotes. \`topic\` is required |
| \`direct\`, \`private\` | people, by ID or by address and not mixed: \`to=[1,2]\`, \`to=["ann@example.com"]\`, \`to=ann@example.com,bob@example.com\` |

### Where reading begins

\`anchor\` is a message ID, or \`newest\`, \`oldest\`, \`first_unread\` or, of GET /messages, \`date\`: the first message at
\`anchor_date\` or after it. \`num_before\` and \`num_after\` count the messages on its two sides. \`include_anchor=false\`
goes with \`num_before=0\` or \`num_after=0\` only.

### Narrows

A list of terms that all must hold: \`{"operator": "channel", "operand": "design", "negated": false}\`, or shorter
\`["channel", "design"]\`. Anything but these operators is 400 \`BAD_NARROW\`:

| operator | operand |
|---|---|
| \`channel\`, \`stream\` | ID as a number, or name |
| \`channels\`, \`streams\` | \`public\`, \`web-public\` or \`archived\`: all channels of the kind |
| \`topic\`, \`subject\` | topic, in any case |
| \`dm\`, \`pm-with\`, \`pm_with\` | the other people: ID, list of IDs or addresses, or addresses separated by commas |
| \`dm-including\`, \`dm_including\` | the same; all direct messages with them, whoever else takes part |
| \`group-pm-with\`, \`group_pm_with\` | ID or address; direct messages of three people and more |
| \`with\` | message ID: the conversation in which the message is now, whatever channel, topic or people are named. Where it cannot be read, the other terms count |
| \`sender\`, \`from\` | ID or address |
| \`mentions\` | ID or address; a text that calls this person by name |
| \`is\` | \`dm\` or \`private\`, \`unread\`, \`starred\`, \`mentioned\`, \`alerted\` (nothing yet), \`followed\`, \`muted\`, \`resolved\` |
| \`has\` | \`link\`, \`image\`, \`attachment\`, \`reaction\` |
| \`in\` | \`home\`: what is not muted; \`all\` filters nothing |
| \`id\` | message ID |
| \`near\` | message ID; filters nothing |

Who is not logged in asks for \`["channels", "web-public"]\` with \`channel\`, \`topic\`, \`sender\`, \`has\`, \`id\`, \`near\`,
\`with\` or \`["is", "resolved"]\` beside it; anything more is 401 \`UNAUTHENTICATED_USER\`.

### Following events

\`POST /register\` answers what is there (the fetch types that were asked for), a \`queue_id\` and a \`last_event_id\`. \`GET /events\`
with both answers the events behind that ID as soon as there are any; the last one's ID goes into the next request, which
acknowledges everything up to it. Asked again with the same ID, it answers the same again, so that nothing is lost when a
connection breaks. A queue is a position in the event log: it works after a restart of the server, on every node, and however
long its client was away. \`BAD_EVENT_QUEUE_ID\` says that it was deleted, or that its account has ended: register again then.
An event of type \`heartbeat\` says that nothing happened for about 50 seconds.

\`GET /events/stream\` sends the same events as server-sent events; \`Last-Event-ID\` goes on where a connection ended:

\`\`\`sh
curl -sSN -u "grace@example.com:$GRACE_KEY" "$API/events/stream?queue_id=$QUEUE"
\`\`\`

A bot in Python that misses no message:

\`\`\`python
import requests, time

api, login = "http://localhost:9991/api/v1", ("grace@example.com", KEY)

def registered():
    wanted = {"event_types": '["message"]', "fetch_event_types": "[]"}
    answer = requests.post(f"{api}/register", auth=login, data=wanted).json()
    return {"queue_id": answer["queue_id"], "last_event_id": answer["last_event_id"]}

queue = registered()
while True:
    try:
        answer = requests.get(f"{api}/events", auth=login, params=queue, timeout=90).json()
    except requests.RequestException:
        time.sleep(1)
        continue
    if answer["result"] == "error":
        if answer["code"] == "BAD_EVENT_QUEUE_ID":
            queue = registered()
        time.sleep(1)
        continue
    for event in answer["events"]:
        if event["type"] == "message":
            print(event["message"]["sender_full_name"], event["message"]["content"])
        queue["last_event_id"] = event["id"]
\`\`\`

## The endpoints
`;
