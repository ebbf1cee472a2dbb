#!/usr/bin/env bash
# The step of the action that verifies. What a workflow gives it arrives in variables, and is never part of a command.
set -euo pipefail
# All lines of it: the read ends at the end of the text, which it calls a failure.
read -r -d '' -a paths <<<"${PATHS:-}" || true
[ "${#paths[@]}" -gt 0 ] || paths=(docs)
flags=(--format github)
case "${REQUIRE_ALL:-false}" in
true) flags+=(--require-all) ;;
false) ;;
*)
  printf '::error::require-all: expected true or false, got %q. Example: require-all: true\n' "$REQUIRE_ALL"
  exit 2
  ;;
esac
[ -n "${SITE:-}" ] && flags+=("--site=$SITE")
tilesite check "${flags[@]}" -- "${paths[@]}"
