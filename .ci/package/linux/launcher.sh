#!/bin/sh
# Starts the current version of the app. If a version did not open its first window in two starts, goes back to the
# previous one. Every step is a rename: it is atomic and needs no room on the disk.
name=PROGRAM_NAME
root=$(dirname -- "$(readlink -f -- "$0")")
current=$root/current

IS_COMMAND

# A command opens no window, so it does not count as a start.
if is_command "$@"; then
  exec "$(readlink -f -- "$current")/resources/bin/$name" "$@"
fi

# A version on trial has a file trial-STARTS_LEFT, or trial-STARTS_LEFT.PROCESS after its first start.
mark=
for found in "$current"/trial-*; do
  test -e "$found" && mark=$found
done
trial=${mark##*/trial-}
left=${trial%%.*}

# The program replaces the process of this script. While it runs, another start only shows its window.
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
    # A start at login opens no window, so it does not count.
    *HIDDEN_WORD*) ;;
    *) mv -f -- "$mark" "$current/trial-$((left - 1)).$$" ;;
  esac
fi
# Resolves the link first, so that a later switch does not affect this start.
exec "$(readlink -f -- "$current")/$name" "$@"
