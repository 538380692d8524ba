"""Drives the terminal client, unmodified, in a pseudo-terminal.

Types what comes on standard input (a JSON text per line) and writes what the screen shows as text, a JSON text per line.
"""

import fcntl
import json
import os
import pty
import re
import select
import struct
import sys
import termios

program, *words = sys.argv[1:]
pid, screen = pty.fork()
if pid == 0:
    os.environ["TERM"] = "xterm-256color"
    os.execv(program, [program, *words])
fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
MOVES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78]|[\x0e\x0f]")

while True:
    ready, _, _ = select.select([screen, sys.stdin], [], [])
    if sys.stdin in ready:
        line = sys.stdin.readline()
        if not line:
            break
        os.write(screen, json.loads(line).encode())
    if screen in ready:
        try:
            shown = os.read(screen, 65536)
        except OSError:
            break
        if not shown:
            break
        print(json.dumps(MOVES.sub("", shown.decode(errors="replace"))), flush=True)
os.kill(pid, 9)
