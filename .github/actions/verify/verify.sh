#!/usr/bin/env bash
# The step of the action that verifies. What a workflow gives it arrives in variables, and is never part of a command.
set -euo pipefail
read -r -a paths <<<"${PATHS:-docs}"
flags=(--format github)
[ "${REQUIRE_ALL:-false}" = true ] && flags+=(--require-all)
[ -n "${SITE:-}" ] && flags+=("--site=$SITE")
tilesite check "${flags[@]}" "${paths[@]}"
