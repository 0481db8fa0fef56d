#!/usr/bin/env python3
"""Stands in for the program where tests of the protocol start a server: asks the gate (web/tests/protocol.wasm.ts) for
a desk of its own, tells its address, and lets it go when it is ended."""
import os, signal, socket, sys

if sys.argv[1] != "serve":
    os.execv(os.environ["PROGRAM"], [os.environ["PROGRAM"]] + sys.argv[1:])
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
gate = socket.create_connection(("127.0.0.1", int(os.environ["GATE"])))
print(gate.makefile().readline(), end="", flush=True)
signal.pause()
