#!/bin/sh
# Carries out a command, or starts the app with files, links and options.
resources=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")

IS_COMMAND

is_command "$@" || exec "$(dirname -- "$resources")/APP_PROGRAM" "$@"
node=$resources/node/node
if ! test -x "$node"; then
  node=node
  if ! node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 24)' 2> /dev/null; then
    echo 'This installation has no Node of its own: commands need Node 24 or newer on the path.' >&2
    exit 1
  fi
fi
exec "$node" "$resources/commands/dailies.js" "$@"
