#!/bin/bash
# Whether this mongod answers: the question `hello`, as the 52 bytes that a driver would send. For mongosh it would
# take a second of CPU each time, on each of three members.
set -euo pipefail
exec 3<>/dev/tcp/127.0.0.1/27017
printf '\x34\0\0\0\x01\0\0\0\0\0\0\0\xdd\x07\0\0\0\0\0\0\0\x1f\0\0\0\x10hello\0\x01\0\0\0\x02$db\0\x06\0\0\0admin\0\0' >&3
answer=$(timeout 2 dd bs=4096 count=1 <&3 2>/dev/null | tr -d '\0')
[[ $answer == *isWritablePrimary* ]]
