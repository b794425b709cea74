#!/bin/sh
# Starts the version of the app in use. A version that did not open its first window in two starts gives way to the one
# before. Every step is a rename: it happens whole or not at all, and needs no room on the disk.
name=PROGRAM_NAME
root=$(dirname -- "$(readlink -f -- "$0")")
current=$root/current

go_back() {
  test -x "$root/previous/$name" && mv -fT -- "$root/previous" "$current"
}

if test -e "$current/trial-2"; then
  mv -f -- "$current/trial-2" "$current/trial-1"
elif test -e "$current/trial-1"; then
  mv -f -- "$current/trial-1" "$current/trial-0"
elif test -e "$current/trial-0" || ! test -x "$current/$name"; then
  go_back
fi
# The version that is started now stays this one, whatever is switched to meanwhile.
exec "$(readlink -f -- "$current")/$name" "$@"
