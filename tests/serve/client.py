"""client.py: a server to test, and a client that speaks HTTP and WebSocket with nothing but the standard library.

TERRANE is the program, ROOT the checkout; TERRANE_TEST_LEVEL is quick, normal or soak. Messages that a client has read
stay in .seen, so that a test may look at every byte it was sent.
"""
import base64, hashlib, http.client, json, os, re, shutil, signal, socket, struct, subprocess, tempfile, time

ROOT = os.environ.get("ROOT") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PROGRAM = os.environ.get("TERRANE") or os.path.join(ROOT, "build/release/terrane")
LEVEL = os.environ.get("TERRANE_TEST_LEVEL") or "normal"
PATIENCE = 30 if LEVEL != "soak" else 120


def pick(quick, normal, soak):
    return {"quick": quick, "normal": normal, "soak": soak}[LEVEL]


def check(truth, *what):
    if not truth:
        raise AssertionError(" ".join(str(w) for w in what))


def eventually(truth, *what):
    """Waits until it is so, and returns what it said."""
    ends = time.time() + PATIENCE
    while True:
        found = truth()
        if found:
            return found
        check(time.time() < ends, *what)
        time.sleep(0.02)


class Server:
    """A server of its own on a free port; `data`: a folder or the address of a database, None: a folder that goes away
    with it."""
    # Behind a gate there is a desk in a page (tests/page/stand_in.py): what it has ends with it, no seed is secret.
    lasts = "GATE" not in os.environ

    def __init__(self, data=None, arguments=("--rate", "0"), preexec=None, env=None):
        self.own = tempfile.mkdtemp(prefix="terrane-serve-") if data is None else None
        self.data = data or os.path.join(self.own, "data")
        self.arguments, self.preexec = list(arguments), preexec
        self.env = {**os.environ, "TERRANE_GAMES": os.path.join(ROOT, "games"), **(env or {})}
        self.process = None
        self.start()

    def start(self, port=0):
        command = [PROGRAM, "serve", "--port", str(port)] + self.arguments
        command += ["--store" if self.data.startswith("postgresql:") else "--data", self.data]
        if "--per-address" not in command:
            command += ["--per-address", "0"]
        self.errors = tempfile.TemporaryFile(mode="w+")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, text=True,
                                        preexec_fn=self.preexec, env=self.env)
        line = self.process.stdout.readline()
        found = re.search(r"http://([^:/]+|\[[0-9a-f:]+\]):(\d+)/", line)
        if not found:
            self.process.wait()
            raise AssertionError("the server did not start: " + line + self.stderr())
        self.host, self.port = found.group(1), int(found.group(2))

    def stderr(self):
        self.errors.seek(0)
        return self.errors.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def again(self):
        """Killed, and started with what it has stored."""
        if self.lasts:
            self.kill()
            self.start()

    def stop(self):
        """Ends it politely; the exit code (sanitizers report through it)."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        code = None
        try:
            if self.process.poll() is None:
                code = self.stop()
        finally:
            if self.process.poll() is None:
                self.kill()
            if self.own:
                shutil.rmtree(self.own, ignore_errors=True)
        if kind is None and code not in (None, 0):
            raise AssertionError("the server ended with %s: %s" % (code, self.stderr()))

    # ---- HTTP
    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, dict((k.lower(), v) for k, v in answer.getheaders()), text

    def get(self, path, status=200):
        found, _, text = self.request("GET", path)
        check(found == status, path, "gave", found, "and not", status, text[:300])
        return json.loads(text)

    def make(self, game, seats, status=201, **more):
        body = json.dumps(dict(game=game, seats=seats, **more))
        found, _, text = self.request("POST", "/api/tables", body)
        check(found == status, "making a table gave", found, text)
        return json.loads(text)

    def join(self, table, token=None, hello=True):
        s = Socket(self.port, "/ws/" + table)
        if hello:
            s.send(t="hello", token=token)
            s.wait("welcome")
            s.wait("view")
        return s

    def metric(self, name):
        _, _, text = self.request("GET", "/api/metrics")
        return int(re.search(r"^terrane_%s (-?\d+)$" % name, text.decode(), re.M).group(1))


class Closed(Exception):
    pass


def mentioned(lines):
    """Where a line says it names a seat, there stands its letter. How many seats are named in all."""
    all = [(line["text"], span) for line in lines for span in line.get("spans", []) if span[2] == "seat"]
    for text, (at, length, _, seat) in all:
        check(in_units(text, at, length) == chr(ord("A") + seat), text, at, seat)
    return len(all)


def in_units(text, at, length):
    """Part of a text as the page cuts it: in units of UTF-16."""
    return text.encode("utf-16-le")[2 * at:2 * (at + length)].decode("utf-16-le")


class Socket:
    def __init__(self, port, path, protocol="terrane.1", origin=None, more=""):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        head = ("GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n" % (path, key))
        if protocol:
            head += "Sec-WebSocket-Protocol: %s\r\n" % protocol
        if origin:
            head += "Origin: %s\r\n" % origin
        self.socket.sendall((head + more + "\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Closed(head.decode(errors="replace"))
        wanted = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        check(wanted in head, "the handshake is wrong")
        self.seen = []      # every message, as bytes
        self.waiting = []   # read, but not asked for yet
        self.view = self.table = self.seat = None
        self.log = []

    def _more(self):
        try:
            data = self.socket.recv(65536)
        except (ConnectionError, OSError) as e:
            if isinstance(e, socket.timeout):
                raise AssertionError("the server says nothing")
            raise Closed(str(e))
        if not data:
            raise Closed("the connection is closed")
        self.buffer += data

    def _need(self, n):
        while len(self.buffer) < n:
            self._more()
        out, self.buffer = self.buffer[:n], self.buffer[n:]
        return out

    def frame(self, opcode, payload, final=True):
        mask = os.urandom(4)
        head = bytes([(0x80 if final else 0) | opcode])
        n = len(payload)
        head += bytes([0x80 | n]) if n < 126 else bytes([0xfe]) + struct.pack(">H", n) if n < 65536 else bytes(
            [0xff]) + struct.pack(">Q", n)
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(payload)) if n < 4096 else (
            int.from_bytes(payload, "big") ^ int.from_bytes((mask * (n // 4 + 1))[:n], "big")).to_bytes(n, "big")
        try:
            self.socket.sendall(head + mask + masked)
        except (ConnectionError, BrokenPipeError) as e:
            raise Closed(str(e))

    def raw(self, text):
        self.frame(1, text if isinstance(text, bytes) else text.encode())

    def send(self, **message):
        self.raw(json.dumps(message))

    def read(self):
        """The next message as bytes; control frames are answered on the way."""
        whole = b""
        while True:
            first, second = self._need(2)
            n = second & 127
            if n == 126:
                n = struct.unpack(">H", self._need(2))[0]
            elif n == 127:
                n = struct.unpack(">Q", self._need(8))[0]
            payload = self._need(n)
            opcode = first & 15
            if opcode == 8:
                raise Closed("closed with %s" % (struct.unpack(">H", payload[:2])[0] if n >= 2 else None))
            if opcode == 9:
                self.frame(10, payload)
                continue
            whole += payload
            if first & 0x80:
                break
        self.seen.append(whole)
        return whole

    def next(self):
        if self.waiting:
            return self.waiting.pop(0)
        message = json.loads(self.read())
        kind = message["t"]
        if kind == "view":
            self.view = message
        if kind in ("welcome", "table"):
            self.table = message["table"]
        if kind == "welcome":
            self.seat = message["seat"]
        if kind == "log":
            del self.log[message["from"]:]
            self.log += message["lines"]
            mentioned(message["lines"])
        return message

    def wait(self, *kinds, re=None):
        """The next message of one of these kinds; an error that was not waited for fails the test."""
        while True:
            message = self.next()
            if message["t"] in kinds and (re is None or message.get("re") == re):
                return message
            if message["t"] == "error" and "error" not in kinds:
                raise AssertionError("error: %s" % message)

    def refused(self, code, **message):
        if message:
            self.send(**message)
        answer = self.wait("error")
        check(answer["code"] == code, message, "got", answer, "and not", code)
        return answer

    def settle(self):
        """Reads everything this socket is told because of what the table has read by now: an answer to a question
        comes after it."""
        self.send(t="moments", re="settle")
        self.wait("moments", re="settle")

    def ended(self):
        """Reads on until the other side lets go; a server that goes on fails the test."""
        try:
            while True:
                self.next()
        except Closed:
            return self

    def answer(self, index=0, n=None, **more):
        """Gives the answer of that place among those that can be sent alone, and waits until it is kept and seen."""
        answers = startable(self.view["question"])
        self.send(t="answer", n=self.view["n"] if n is None else n, path=[answers[index % len(answers)]["id"]], **more)
        ack = self.wait("ack")
        while self.view["n"] < ack["n"]:
            self.wait("view")
        return ack

    def asked(self):
        """Waits until this seat is asked or the game is over; whether it is asked."""
        while self.view["status"] == "ask" and not self.view["question"]:
            self.wait("view")
        return self.view["status"] == "ask"

    def close(self):
        try:
            self.frame(8, struct.pack(">H", 1000))
        except Closed:
            pass
        self.socket.close()


def startable(question):
    """What can be sent alone. Of a subset everything is listed that can be part of it, but it is sent in the order of
    the list: whoever begins with the last of "choose 2" cannot go on."""
    answers = question["answers"]
    if "subset" not in question["flags"]:
        return answers
    return [a for a in answers if a["id"] == 0] + [a for a in answers if a["id"]][:1]


def bots(n, name="random"):
    return [dict(bot=name) for _ in range(n)]


def run(tests):
    """Runs the tests of a module, all of them; the exit code."""
    import sys, traceback
    failed = 0
    for test in tests:
        started = time.time()
        try:
            test()
            print("ok %s (%.1f s)" % (test.__name__, time.time() - started), flush=True)
        except Exception:
            failed += 1
            print("FAILED " + test.__name__)
            traceback.print_exc(file=sys.stdout)
            sys.stdout.flush()
    return 1 if failed else 0
