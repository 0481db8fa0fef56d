"""A PostgreSQL server of a test's own: in a folder that goes away with it, reached through a socket there. System
services are neither used nor touched. Needs Debian's postgresql; `find()` says where its programs are."""
import glob, os, pwd, shutil, signal, subprocess, tempfile, time


def find():
    """The folder of initdb and postgres; None: they are not here."""
    there = shutil.which("initdb")
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda p: int(p.split("/")[4]))
    return os.path.dirname(folders[-1]) if folders else os.path.dirname(there) if there else None


class Postgres:
    def __init__(self):
        self.bin = find()
        # PostgreSQL refuses to run as root: then it runs as its own user, or as nobody
        self.user = None
        if os.getuid() == 0:
            names = {p.pw_name for p in pwd.getpwall()}
            self.user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
        self.folder = tempfile.mkdtemp(prefix="terrane-pg-")
        self.data = os.path.join(self.folder, "data")
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        subprocess.run([self.bin + "/initdb", "-D", self.data, "-U", "terrane", "-A", "trust", "-E", "UTF8",
                        "--no-locale", "-N"], check=True, stdout=subprocess.DEVNULL, preexec_fn=self.become)
        self.address = "postgresql://terrane@/postgres?host=" + self.folder
        self.start()

    def become(self):
        os.setsid()
        if self.user:
            os.setgroups([])
            os.setgid(self.user.pw_gid)
            os.setuid(self.user.pw_uid)

    def start(self):
        self.log = open(os.path.join(self.folder, "log"), "a")
        self.process = subprocess.Popen([self.bin + "/postgres", "-D", self.data, "-k", self.folder, "-h", ""],
                                        stdout=self.log, stderr=self.log, preexec_fn=self.become, cwd=self.folder)
        end = time.monotonic() + 60
        while subprocess.run([self.bin + "/pg_isready", "-q", "-h", self.folder]).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError("PostgreSQL did not start: " + open(self.log.name).read()[-2000:])
            time.sleep(0.05)

    def kill(self):
        """kill -9 of the postmaster; its children notice and end."""
        self.process.kill()
        self.process.wait()
        self.log.close()
        pid = os.path.join(self.data, "postmaster.pid")
        if os.path.exists(pid):
            os.remove(pid)

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=60)
        self.log.close()

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        try:
            if self.process.poll() is None:
                self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
