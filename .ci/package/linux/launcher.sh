#!/bin/sh
# Starts the version of the app in use. A version that did not open its first window in two starts gives way to the one
# before. Every step is a rename: it happens whole or not at all, and needs no room on the disk.
name=PROGRAM_NAME
root=$(dirname -- "$(readlink -f -- "$0")")
current=$root/current

# A version on trial has a file trial-STARTS_LEFT, or trial-STARTS_LEFT.PROCESS once it was started.
mark=
for found in "$current"/trial-*; do
  test -e "$found" && mark=$found
done
trial=${mark##*/trial-}
left=${trial%%.*}

# The program takes over the process of this script. While it runs, a further start only shows its window.
is_starting() {
  case $trial in
    *.*) grep -aqF -- "$(readlink -f -- "$current")/$name" "/proc/${trial#*.}/cmdline" 2> /dev/null ;;
    *) false ;;
  esac
}

go_back() {
  test -x "$root/previous/$name" && mv -fT -- "$root/previous" "$current"
}

if ! test -x "$current/$name"; then
  go_back
elif test -n "$mark" && ! is_starting; then
  case "$left $*" in
    0*) go_back ;;
    # At login it starts without a window.
    *HIDDEN_WORD*) ;;
    *) mv -f -- "$mark" "$current/trial-$((left - 1)).$$" ;;
  esac
fi
# The version that is started now stays this one, whatever is switched to meanwhile.
exec "$(readlink -f -- "$current")/$name" "$@"
