#!/usr/bin/env bash
# Everything at full size, before a release and each night: `npm run test:long`, in a clone with its packages, after `.ci/run`. It takes
# hours. `npm run test:long -- --all-mutants` tries all mutants instead of those of the rooms that have changed since the last release.
set -uo pipefail
cd "$(dirname "$0")/.."
# Gives `step`, `suite`, `tell_if_red` and `finish`.
. scripts/suites/steps.sh

export TEST_LONG=true CLIENT_NODES=22,24,26 CLIENT_TYPESCRIPTS=5.4,5.9
mutants=(--changed)
[ "${1:-}" = --all-mutants ] && mutants=()

# A cluster runs the tests at the sizes of `.ci/run`: a million tickets are copied once, by the system tests.
on_citus() { TEST_LONG=false suite citus test:citus; }

step 'programs for tests' scripts/suites/programs.sh
step 'npm test and a start on every Node.js' npm run -s test:node-versions -- --whole --results "$work"
tell_if_red
step 'system tests' suite system test:system
step 'tests on a Citus cluster' on_citus
tell_if_red
step 'faults' suite faults test:faults
step 'packages and images' suite packages test:packages
tell_if_red
step 'every benchmark starts' npm run -s bench:try
step 'install.md and run.md, line by line' scripts/try-operations.sh
step 'mutants' npm run -s test:mutants -- "${mutants[@]}"

finish coverage/long-passed strictly
