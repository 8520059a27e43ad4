"""OpenStack Swift with its S3 API in one process on free loopback ports: objects in memory, signatures checked.

Usage: s3_server.py FOLDER. Prints one JSON line {"port": …} when it serves, and ends when its stdin closes.
"""

import json
import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi
from paste.deploy import loadapp
from swift.common import utils

folder = sys.argv[1]
swift_conf = os.path.join(folder, "swift.conf")
with open(swift_conf, "w") as out:
    out.write("[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n")
    out.write("[storage-policy:0]\nname = one\ndefault = yes\n")
utils.SWIFT_CONF_FILE = swift_conf
utils.validate_hash_conf()

from swift.common import storage_policy
from swift.common.ring import RingBuilder

storage_policy.reload_storage_policies()

USER = "test:tester"
SECRET = "testing-secret-of-tests"


def build_ring(name, port):
    builder = RingBuilder(1, 1, 0)
    builder.add_dev({"id": 0, "region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "disk", "weight": 1})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, name + ".ring.gz"))


def write_conf(name, text):
    path = os.path.join(folder, name + ".conf")
    with open(path, "w") as out:
        out.write(text)
    return "config:" + path


def storage_conf(name, egg):
    return write_conf(
        name,
        f"[DEFAULT]\nswift_dir = {folder}\ndevices = {folder}\nmount_check = false\n"
        f"[pipeline:main]\npipeline = {name}-server\n"
        f"[app:{name}-server]\nuse = egg:swift#{egg}\n",
    )


PROXY = f"""[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats bulk s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
node_timeout = 60
conn_timeout = 20
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:copy]
use = egg:swift#copy
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = {SECRET} .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""


class Quiet:
    def write(self, text):
        if "Traceback" in text or "Error" in text:
            sys.stderr.write(text)

    def info(self, text, *rest):
        pass

    debug = error = info


class Cache(dict):
    """What memcached would remember, for the one process there is."""

    def __bool__(self):
        return True

    def set(self, key, value, **_):
        self[key] = json.loads(json.dumps(value))

    def get(self, key, **_):
        return dict.get(self, key)

    def incr(self, key, delta=1, **_):
        self[key] = max(0, int(dict.get(self, key, 0)) + delta)
        return self[key]

    def decr(self, key, delta=1, **_):
        return self.incr(key, -delta)

    def delete(self, key, **_):
        self.pop(key, None)

    def set_multi(self, mapping, *_, **__):
        for key, value in mapping.items():
            self.set(key, value)

    def get_multi(self, keys, *_, **__):
        return [dict.get(self, key) for key in keys]


def with_cache(app):
    cache = Cache()

    def call(env, start_response):
        env["swift.cache"] = cache
        return app(env, start_response)

    return call


def serve(sock, app):
    eventlet.spawn(wsgi.server, sock, app, log=Quiet(), debug=False, keepalive=True)


os.makedirs(os.path.join(folder, "disk"), exist_ok=True)
sockets = {name: eventlet.listen(("127.0.0.1", 0)) for name in ("account", "container", "object", "proxy")}
for name, egg in (("account", "account"), ("container", "container"), ("object", "mem_object")):
    build_ring(name, sockets[name].getsockname()[1])
for name, egg in (("account", "account"), ("container", "container"), ("object", "mem_object")):
    serve(sockets[name], loadapp(storage_conf(name, egg)))
serve(sockets["proxy"], with_cache(loadapp(write_conf("proxy", PROXY))))

print(json.dumps({"port": sockets["proxy"].getsockname()[1], "accessKeyId": USER, "secretAccessKey": SECRET}), flush=True)
while eventlet.tpool.execute(sys.stdin.readline):
    pass
