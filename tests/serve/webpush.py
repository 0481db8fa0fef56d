"""webpush.py: the browser's side of a push message, with nothing but the standard library: the curve P-256, ES256 (RFC
7515), aes128gcm (RFC 8188) as RFC 8291 uses it. Slow and plain: it is here to say whether the server is right.
"""
import base64, hashlib, hmac, json, os

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b
G = (0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
     0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5)


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# ---- the curve
def add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    slope = ((3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P) if a == b else (b[1] - a[1]) * pow(b[0] - a[0], -1, P)) % P
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(k, a):
    out = None
    while k:
        if k & 1:
            out = add(out, a)
        a, k = add(a, a), k >> 1
    return out


def point(data):
    assert len(data) == 65 and data[0] == 4, data
    x, y = int.from_bytes(data[1:33], "big"), int.from_bytes(data[33:], "big")
    assert (y * y - x * x * x + 3 * x - B) % P == 0, "not on the curve"
    return x, y


def point_bytes(a):
    return b"\x04" + a[0].to_bytes(32, "big") + a[1].to_bytes(32, "big")


def verify(public, text, signature):
    """Whether that key has signed the text (ES256)."""
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if len(signature) != 64 or not (0 < r < N and 0 < s < N):
        return False
    w = pow(s, -1, N)
    z = int.from_bytes(hashlib.sha256(text).digest(), "big")
    found = add(times(z * w % N, G), times(r * w % N, public))
    return found is not None and found[0] % N == r


# ---- AES-128 and GCM
def _boxes():
    box, p, q = [0] * 256, 1, 1
    while True:
        p = p ^ (p << 1 & 255) ^ (0x1b if p & 128 else 0)
        for shift in (1, 2, 4):
            q ^= q << shift & 255
        q ^= 9 if q & 128 else 0
        box[p] = 0x63
        for turn in range(5):
            box[p] ^= (q << turn | q >> (8 - turn)) & 255
        if p == 1:
            box[0] = 0x63
            return box


BOX = _boxes()


def _double(a):
    return (a << 1 ^ (0x1b if a & 128 else 0)) & 255


def aes(key, block):
    words = [list(key[i:i + 4]) for i in range(0, 16, 4)]
    factor = 1
    for i in range(4, 44):
        word = list(words[i - 1])
        if i % 4 == 0:
            word = [BOX[b] for b in word[1:] + word[:1]]
            word[0] ^= factor
            factor = _double(factor)
        words.append([a ^ b for a, b in zip(words[i - 4], word)])
    keys = [sum(words[i:i + 4], []) for i in range(0, 44, 4)]
    s = [a ^ b for a, b in zip(block, keys[0])]
    for turn in range(1, 11):
        s = [BOX[s[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if turn < 10:
            mixed = []
            for c in range(0, 16, 4):
                for i in range(4):
                    a, b = s[c + i], s[c + (i + 1) % 4]
                    mixed.append(_double(a) ^ _double(b) ^ b ^ s[c + (i + 2) % 4] ^ s[c + (i + 3) % 4])
            s = mixed
        s = [a ^ b for a, b in zip(s, keys[turn])]
    return bytes(s)


def gcm_open(key, nonce, sealed):
    """What was sealed without other data; an error if a bit of it is wrong."""
    text, tag = sealed[:-16], sealed[-16:]

    def multiply(a, b):
        out = 0
        for i in range(127, -1, -1):
            if b >> i & 1:
                out ^= a
            a = a >> 1 ^ (0xe1 << 120 if a & 1 else 0)
        return out

    h = int.from_bytes(aes(key, bytes(16)), "big")
    hashed = 0
    padded = text + bytes(-len(text) % 16) + (0).to_bytes(8, "big") + (8 * len(text)).to_bytes(8, "big")
    for i in range(0, len(padded), 16):
        hashed = multiply(hashed ^ int.from_bytes(padded[i:i + 16], "big"), h)
    wanted = hashed ^ int.from_bytes(aes(key, nonce + b"\0\0\0\1"), "big")
    assert wanted == int.from_bytes(tag, "big"), "the seal is broken"
    out = b""
    for i in range(0, len(text), 16):
        stream = aes(key, nonce + (i // 16 + 2).to_bytes(4, "big"))
        out += bytes(a ^ b for a, b in zip(text[i:i + 16], stream))
    return out


assert aes(bytes(range(16)), bytes.fromhex("00112233445566778899aabbccddeeff")).hex() == \
    "69c4e0d86a7b0430d8cdb78070b4c55a"  # FIPS 197


class Browser:
    """One subscription."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        self.secret = int.from_bytes(os.urandom(32), "big") % (N - 1) + 1
        self.public = point_bytes(times(self.secret, G))
        self.auth = os.urandom(16)

    def subscription(self):
        return {"endpoint": self.endpoint, "expirationTime": None,
                "keys": {"p256dh": encode(self.public), "auth": encode(self.auth)}}

    def open(self, body):
        salt, size, n = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21:21 + n], body[21 + n:]
        assert len(sealed) <= size, "more than one record"
        shared = times(self.secret, point(theirs))[0].to_bytes(32, "big")

        def mac(key, data):
            return hmac.new(key, data, hashlib.sha256).digest()

        first = mac(mac(self.auth, shared), b"WebPush: info\0" + self.public + theirs + b"\1")
        base = mac(salt, first)
        key = mac(base, b"Content-Encoding: aes128gcm\0\1")[:16]
        text = gcm_open(key, mac(base, b"Content-Encoding: nonce\0\1")[:12], sealed).rstrip(b"\0")
        assert text[-1:] == b"\2", "the last record"
        return json.loads(text[:-1])


def read_vapid(authorization, public):
    """The claims of who sends, whose signature is right."""
    assert authorization.startswith("vapid "), authorization
    fields = dict(part.strip().split("=", 1) for part in authorization[6:].split(","))
    assert fields["k"] == public, "another key"
    head, claims, signature = fields["t"].split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    signed = (head + "." + claims).encode()
    assert verify(point(decode(public)), signed, decode(signature)), "the signature is wrong"
    assert not verify(point(decode(public)), signed + b"x", decode(signature)), "any text is right"
    return json.loads(decode(claims))
