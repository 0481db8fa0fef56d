"""receivers.py: who notices are sent to in tests: a mail server and a web server, which keep what they get and answer
as they are told."""
import email, email.policy, http.server, queue, socketserver, threading
from types import SimpleNamespace


class Mails:
    """Takes mails, or refuses their recipients with a code."""

    def __init__(self):
        self.got, self.refuse, self.tried = queue.Queue(), None, queue.Queue()
        outer = self

        class Handler(socketserver.StreamRequestHandler):
            def say(self, text):
                self.wfile.write(text.encode() + b"\r\n")

            def handle(self):
                self.say("220 here")
                to = []
                for line in self.rfile:
                    word = line.strip().upper()
                    if word.startswith(b"MAIL"):
                        to = []
                    if word.startswith(b"EHLO") or word.startswith(b"HELO") or word.startswith(b"MAIL"):
                        self.say("250 fine")
                    elif word.startswith(b"RCPT"):
                        to.append(line.decode().split("<")[1].split(">")[0])
                        outer.tried.put(to[-1])
                        self.say("%d no" % outer.refuse if outer.refuse else "250 fine")
                    elif word == b"DATA":
                        self.say("354 go on")
                        data = b""
                        for part in self.rfile:
                            if part == b".\r\n":
                                break
                            data += part[1:] if part.startswith(b".") else part
                        mail = email.message_from_bytes(data, policy=email.policy.default)
                        mail.raw, mail.recipients = data, to
                        outer.got.put(mail)
                        self.say("250 kept")
                    elif word == b"QUIT":
                        self.say("221 bye")
                        return
                    else:
                        self.say("502 what?")

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = daemon_threads = True

        self.server = Server(("127.0.0.1", 0), Handler)
        self.address = "smtp://127.0.0.1:%d" % self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Web:
    """Takes requests. Answers with the next of `statuses`, then with 200; holds its answer as long as `held`."""

    def __init__(self, port=0):
        self.got, self.statuses = queue.Queue(), []
        self.free = threading.Event()
        self.free.set()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def take(self):
                body = self.rfile.read(int(self.headers["Content-Length"] or 0))
                outer.got.put(SimpleNamespace(path=self.path, command=self.command, headers=self.headers, body=body))
                outer.free.wait(20)
                self.send_response(outer.statuses.pop(0) if outer.statuses else 200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_POST = do_PUT = do_GET = take

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

        self.server = Server(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        self.address = "http://127.0.0.1:%d" % self.port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def next_of(got, patience=30):
    return got.get(timeout=patience)
