/** The head of `docs/generated/api.md`: what holds for every endpoint, or does not fit beside a parameter. */
export const API_INTRODUCTION = `# The HTTP interface

Generated from the table of routes (\`npm run docs\`); do not edit. Paths are below \`/api/v1\`. The same as an OpenAPI
document: \`/api/v1/openapi.json\`; to try it out: \`/api/v1/reference\`.

## The examples

The examples form one story, in the order of \`scripts/apiExamples.ts\`, on a new server that was started as in the tour of the
README, together with the tour's bouncer; a test runs them all unchanged. \`API\` is
\`http://localhost:9991/api/v1\`. Ada owns the organization and Grace is a member of it: \`ADA_KEY\` and \`GRACE_KEY\` are
their API keys. Variables like \`MESSAGE\` are set by the example that creates the thing.
Short answers follow their calls as remarks, with one time and one secret for all.

## What holds everywhere

### Who calls

HTTP Basic with the e-mail address as user name and the API key as password: \`curl -u ann@example.com:KEY …\`.
\`POST /fetch_api_key\` returns the key for a password, \`POST /jwt/fetch_api_key\` for a signed token. The \`Host\` header
selects the organization.

### Parameters

- Fields can be in the query, in an urlencoded body or in a multipart body, with every method.
- Bodies are UTF-8, or of the character set that \`Content-Type\` names, as of a part of a multipart body. What is neither is refused
  with 400 (\`The request is not valid UTF-8\`, \`Unsupported character set\`), and so is a compressed body (\`Unsupported content
  encoding\`).
- Parameters of type string are sent as plain text, without quotes; everything else is JSON:
  \`num_before=10\`, \`apply_markdown=false\`, \`user_ids=[1,2]\`.
- If a field is repeated, the body overrides the query, and within each the last one counts. A parameter sent under
  two of its names is refused.
- \`client\` names the calling program; the default is the \`User-Agent\` header. \`method\` in the body of a POST can be
  \`PATCH\`, \`PUT\` or \`DELETE\`.

### Answers

\`result\` is \`success\` or \`error\`, \`msg\` is a sentence for people, and \`code\` tells programs what is wrong (absent with
status 405). Fields that the endpoint does not know are listed in \`ignored_parameters_unsupported\`.

Something that does not exist is answered like something that the caller may not see, so that nobody learns which. Drafts,
saved snippets, reminders, scheduled messages, navigation views and custom emoji are then 404, channels, people, messages,
groups, invitations and everything else 400, all with code \`BAD_REQUEST\`.

### Headers

| header | |
|---|---|
| \`Idempotency-Key\` | with \`POST /messages\` and \`POST /scheduled_messages\`, 1 to 255 characters: repeating the same message with the same key returns the ID of the first and sends nothing; a different message is 409 \`IDEMPOTENCY_KEY_REUSED\`. Each of the two has keys of its own. \`queue_id\` with \`local_id\` does the same for the former |
| \`Hansard-Position\` | part of the answer to a write. Sent with a read, to any node, it makes the answer contain that write; if that takes too long, the answer is 503 with \`Retry-After\`. Callers see their own writes without it |
| \`X-Request-Id\` | in every answer, taken from the request if it has one; the correlation ID of the events |
| \`X-RateLimit-Limit\`, \`-Remaining\`, \`-Reset\` | in every rate-limited answer: calls per window, calls left, UNIX seconds at which the full number is available again |
| \`Retry-After\` | with 429 and 503: seconds, possibly with a fraction |

### Limits

| what | how much | beyond it |
|---|---|---|
| body | 1 MiB | 413 |
| fields of a request | 1,000, repeats included | 400 |
| messages of one answer | 5,000 | 400 |
| content of a message | 10,000 code points | cut, and then ends with \`[message truncated]\` |
| topic | 60 code points | cut, and then ends with \`...\` |
| an uploaded file | \`max_file_upload_size_mib\` of POST /register | 400 |
| all files of a person, of an organization | \`UPLOAD_QUOTA_PER_USER_MIB\`, \`UPLOAD_QUOTA_MIB\` of the server | 400 \`REALM_UPLOAD_QUOTA\` |
| an avatar, an icon, a logo, a custom emoji | 5 MiB | 400 |
| drafts, saved snippets of a person | 1,000 of each, a million characters together; each as long as a message | 400 |
| reminders, alert words, muted users, navigation views of a person | 500, 500, 1,000, 200 | 400 |
| what a bot stores | 1,000 keys, a million characters with the values | 400 |
| linkifiers, code playgrounds, allowed domains of an organization | 50, 100, 100 | 400 |
| data exports of an organization | 5 in 7 days | 400 |
| requests for another e-mail address of one's own | 2 in an hour, 5 in a day | 429 \`RATE_LIMIT_HIT\` |
| calls of a user, except GET /events | 200 in 60 seconds | 429 \`RATE_LIMIT_HIT\` |
| calls of GET /events by a user | 200 per second; every 10 kB of an answer count as another call. This allows for 100 messages a second, one by one | 429 \`RATE_LIMIT_HIT\` |
| calls without valid credentials, per IP address | 100 in 60 seconds | 429 \`RATE_LIMIT_HIT\` |
| password attempts per user name | 5 in 30 minutes; a correct one resets them | 429 \`RATE_LIMIT_HIT\` |

The rates are those of \`RATE_LIMITS=on\`.

### Files

\`POST /user_uploads\` takes one file in a multipart body, under any name of the field, and answers its \`url\`:
\`/user_uploads/{organization}/{two digits}/{secret}/{name}\`. A message whose text links to it shows it; who may read one of
these messages may read the file, as may the person who has uploaded it. There are three ways to read it:

- The URL itself, below the server's root and not below \`/api/v1\`, with the same credentials as any call, or with the cookie
  of a browser that is logged in. Ranges (\`Range\`, \`If-Range\`) and \`If-None-Match\` are answered.
- The same path below \`/api/v1\` with credentials: it answers a \`url\` that works for a minute without any, for programs that
  hand it to a player or a browser.
- Spectators read what web-public channels show, where the organization lets them in.

Files are sent so that nothing in them runs: what is no picture, sound, film or plain text is a download. A file that no
message has shown for some weeks is removed; \`GET /attachments\` lists one's own. \`create_time\` there is in UNIX seconds;
\`date_sent\` in \`messages\`, which only clients of older feature levels read, in milliseconds.

### Roles

100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.

### Recipients of a message

| \`type\` | \`to\` |
|---|---|
| \`channel\`, \`stream\` | a channel's ID or name, plain or as JSON: \`to=7\`, \`to=design\`, \`to="design"\`, \`to=["design"]\`; a name of digits needs the quotes. \`topic\` is required |
| \`direct\`, \`private\` | people, all by ID or all by e-mail address: \`to=[1,2]\`, \`to=["ann@example.com"]\`, \`to=ann@example.com,bob@example.com\` |

### Anchors

\`anchor\` is a message ID, \`newest\`, \`oldest\`, \`first_unread\` or, for GET /messages, \`date\`: the first message at
or after \`anchor_date\`. \`num_before\` and \`num_after\` are the numbers of messages on both sides. \`include_anchor=false\`
requires \`num_before=0\` or \`num_after=0\`.

### Narrows

A list of terms, all of which must match: \`{"operator": "channel", "operand": "design", "negated": false}\`, or in short
\`["channel", "design"]\`. Other operators are 400 \`BAD_NARROW\`:

| operator | operand |
|---|---|
| \`channel\`, \`stream\` | ID as a number, or name |
| \`channels\`, \`streams\` | \`public\`, \`web-public\` or \`archived\`: all channels of the kind |
| \`topic\`, \`subject\` | topic, in any case |
| \`dm\`, \`pm-with\`, \`pm_with\` | the other people: ID, list of IDs or addresses, or addresses separated by commas |
| \`dm-including\`, \`dm_including\` | the same; all direct messages with them, including conversations with more people |
| \`group-pm-with\`, \`group_pm_with\` | ID or address; direct messages between three or more people |
| \`with\` | message ID: the conversation in which the message is now, regardless of other terms for channels, topics or people. If the message cannot be read, the other terms count |
| \`sender\`, \`from\` | ID or address |
| \`mentions\` | ID or address; messages that mention this person |
| \`is\` | \`dm\` or \`private\`, \`unread\`, \`starred\`, \`mentioned\`, \`alerted\`, \`followed\`, \`muted\`, \`resolved\` |
| \`has\` | \`link\`, \`image\`, \`attachment\`, \`reaction\` |
| \`in\` | \`home\`: messages that are not muted; \`all\` filters nothing |
| \`search\` | words, all of which the message or its topic must contain: \`"a phrase"\` in quotes, \`rain*\` and \`"heavy rai"*\` for beginnings; at most 200 words |
| \`id\` | message ID |
| \`near\` | message ID; filters nothing |

Without logging in, a narrow must contain \`["channels", "web-public"]\` and may contain \`channel\`, \`topic\`, \`sender\`, \`has\`, \`id\`, \`near\`,
\`with\` or \`["is", "resolved"]\` as well; anything else is 401 \`UNAUTHENTICATED_USER\`.

### Following events

\`POST /register\` returns the current state (of the requested fetch types), a \`queue_id\` and a \`last_event_id\`. \`GET /events\`
with both returns the events after that ID as soon as there are any. Send the last one's ID with the next request, which
acknowledges everything up to it. Repeating the same ID returns the same events, so nothing is lost when a
connection breaks. A queue is a position in the event log: it works after a restart of the server, on every node, and however
long its client was away. \`BAD_EVENT_QUEUE_ID\` means that it was deleted, or its account was deactivated: register again.
Names of event types that the server does not know are accepted and tell nothing: clients name those of newer servers.
An event of type \`heartbeat\` means that nothing happened for about 50 seconds.

\`GET /events/stream\` sends the same events as server-sent events; \`Last-Event-ID\` continues after a broken connection:

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
`;
