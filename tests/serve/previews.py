"""What a link says of itself where it is pasted: tags in the head of the page, and covers as pictures that all take."""
import struct, zlib
from html.parser import HTMLParser
from client import *

PAGE = "<!doctype html><html><head><title>x</title></head><body>here</body></html>"


class Tags(HTMLParser):
    """The tags of a page, in its head; nothing of them may become a tag of its own."""

    def __init__(self, text):
        super().__init__()
        self.found, self.names = {}, set()
        self.feed(text)

    def handle_starttag(self, name, attributes):
        self.names.add(name)
        attributes = dict(attributes)
        key = attributes.get("property") or attributes.get("name")
        if name == "meta" and key:
            check(key not in self.found, key, "twice")
            self.found[key] = attributes["content"]


def tags(server, path, **headers):
    status, fields, text = server.request("GET", path, headers=headers)
    check(status == 200 and fields["content-type"].startswith("text/html"), path, status, fields)
    text = text.decode()
    check("<body>here</body>" in text, "it is still the page", text)
    parser = Tags(text)
    check(parser.names == {"html", "head", "title", "meta", "body"}, "nothing else", parser.names)
    return parser.found, text


def is_picture(server, address):
    path = address[address.index("/api/"):]
    status, fields, bytes_ = server.request("GET", path)
    check(status == 200 and fields["content-type"] == "image/png", path, status, fields)
    check(bytes_[:8] == b"\x89PNG\r\n\x1a\n" and len(bytes_) < 300000, "a small PNG", len(bytes_))
    at, chunks = 8, {}
    while at < len(bytes_):
        n, = struct.unpack(">I", bytes_[at:at + 4])
        name, body = bytes_[at + 4:at + 8], bytes_[at + 8:at + 8 + n]
        check(struct.unpack(">I", bytes_[at + 8 + n:at + 12 + n])[0] == zlib.crc32(name + body), "its sum", name)
        chunks[name] = body
        at += 12 + n
    w, h = struct.unpack(">II", chunks[b"IHDR"][:8])
    rows = zlib.decompress(chunks[b"IDAT"])  # which looks at its own sum
    check(len(rows) == h * (3 * w + 1) and len(set(rows)) > 8, "something is drawn", w, h)
    return w, h


def pages(server, web):
    found, _ = tags(server, "/")
    check(found["og:title"] and found["og:description"] and found["twitter:card"] == "summary_large_image", found)
    check(found["og:url"] == "http://127.0.0.1:%d/" % server.port, found["og:url"])
    size = is_picture(server, found["og:image"])
    check(size == (int(found["og:image:width"]), int(found["og:image:height"])), "as large as it says", size)
    for name in ("mars", "connect-four", "kuhn-poker", "tic-tac-toe"):  # a globe, a rack, no board, squares
        found, text = tags(server, "/new?game=" + name)
        check(is_picture(server, found["og:image"]) == size, name)
        check(text == tags(server, "/new?game=" + name)[1], "always the same")
    found, text = tags(server, '/new?game=mars&x="><script>alert(1)</script>')
    check(found["og:url"].endswith('x="><script>alert(1)</script>') and "<script" not in text, "it is escaped", text)
    found, _ = tags(server, "/new?game=../../etc")
    check(found["og:image"].endswith("/api/cover.png"), "a name that is none draws nothing of its own", found)
    check(server.request("GET", "/api/games/nothing/cover.png")[0] == 404, "no such game")


def tables(server):
    made = server.make("pluto", [dict(bot=None, name="Secret Ann"), dict(bot=None), dict(bot="random")])
    path = "/table/" + made["id"]
    found, text = tags(server, path, **{"X-Forwarded-Proto": "https"})
    check(found["og:title"] == "Terraforming Pluto" and "2 of 3 seats are taken" in found["og:description"], found)
    check(found["og:url"] == "https://127.0.0.1:%d%s" % (server.port, path), found["og:url"])
    check(found["og:image"].startswith("https://") and is_picture(server, found["og:image"]), found)
    check("Secret Ann" not in text and made["token"] not in text, "no names, no secrets", text)
    found, _ = tags(server, path, **{"X-Forwarded-Proto": "javascript"})
    check(found["og:url"].startswith("http://"), "only what is known", found)
    over = server.make("tic-tac-toe", bots(2))["id"]
    eventually(lambda: server.get("/api/tables/" + over)["over"], "over")
    check("over" in tags(server, "/table/" + over)[0]["og:description"], "it says so")
    found, _ = tags(server, "/table/" + "x" * 22)
    check(found["og:title"] == "Terrane", "a table that there is not", found)
    status, fields, text = server.request("HEAD", path)
    check(status == 200 and text == b"" and int(fields["content-length"]) > len(PAGE), "heads too", fields)


with tempfile.TemporaryDirectory() as web:
    with open(os.path.join(web, "index.html"), "w") as f:
        f.write(PAGE)
    with Server(arguments=["--rate", "0", "--web", web]) as server:
        pages(server, web)
        tables(server)
    with open(os.path.join(web, "index.html"), "w") as f:
        f.write("no head")
    with Server(arguments=["--rate", "0", "--web", web]) as server:
        check(server.request("GET", "/")[2] == b"no head", "as it is")
print("ok")
