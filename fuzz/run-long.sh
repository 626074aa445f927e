#!/bin/bash
# Runs the fuzz targets, as many at a time as there are processors, and prints executions and
# coverage of each.
#
#     fuzz/run-long.sh [TIME] [TARGET...]
#
# TIME is for each target: minutes, or seconds with an s (20s); 10 minutes if not given. Without
# targets, all are run. Inputs found are kept in fuzz/corpus/; start from none by removing it. Fails
# if a target does. FUZZ_TARGET_DIR, if set, is where the targets are built. FUZZ_SEED, if set, is
# where libFuzzer's random numbers begin: the same targets with the same seed and inputs try the
# same ones in the same order. FUZZ_JOBS, if set, is how many run at a time.
set -euo pipefail
cd "$(dirname "$0")/.."

time=${1:-10}
shift || true
case $time in
*s) seconds=${time%s} ;;
*) seconds=$((time * 60)) ;;
esac
target_dir=$(realpath -m "${FUZZ_TARGET_DIR:-target/fuzz}")
if [ $# -gt 0 ]; then targets=("$@"); else mapfile -t targets < <(cargo +nightly fuzz list); fi

# No sanitizer: the crate forbids unsafe code, and without one several times as many inputs are
# tried.
options=(--target-dir "$target_dir" --sanitizer none)
# The order depends on addresses too, which differ from run to run where the system has it so.
fixed=()
if [ "${FUZZ_SEED:-0}" != 0 ] && setarch -R true 2>/dev/null; then fixed=(setarch -R); fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# run TARGET: fuzzes it; what it says is in $scratch/TARGET.log, and its line of the table in
# $scratch/TARGET.row.
run() {
    local target=$1 log=$scratch/$1.log result=ok last
    mkdir -p "fuzz/corpus/$target"
    # Long inputs are for tests/hostile; the model is too slow for them.
    "${fixed[@]}" cargo +nightly fuzz run "${options[@]}" "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- \
        -dict=fuzz/robots.dict -seed="${FUZZ_SEED:-0}" -max_total_time="$seconds" -max_len=2048 -timeout=10 -rss_limit_mb=2048 \
        -print_final_stats=1 >"$log" 2>&1 || result=FAILED
    last=$(grep -E '^#[0-9]+.* cov: ' "$log" | tail -n 1 || true)
    figure() { sed -nE "s/.* $1: ([0-9]+).*/\1/p" <<<"$last"; }
    stat() { sed -nE "s/^stat::$1: +([0-9]+).*/\1/p" "$log"; }
    printf '%-12s %12s %10s %8s %9s %8s  %s\n' "$target" "$(stat number_of_executed_units)" \
        "$(stat average_exec_per_sec)" "$(figure cov)" "$(figure ft)" \
        "$(find "fuzz/corpus/$target" -type f | wc -l)" "$result" >"$scratch/$target.row"
}

# Built before the first runs, so that none waits for another one's compiler.
if [ $# -gt 0 ]; then
    for target in "${targets[@]}"; do cargo +nightly fuzz build "${options[@]}" "$target"; done
else
    cargo +nightly fuzz build "${options[@]}"
fi
jobs=${FUZZ_JOBS:-$(nproc)}
echo "${#targets[@]} targets, $seconds seconds each, $jobs at a time"
for target in "${targets[@]}"; do
    while [ "$(jobs -pr | wc -l)" -ge "$jobs" ]; do wait -n || true; done
    run "$target" &
done
wait

printf '%-12s %12s %10s %8s %9s %8s  %s\n' target executions 'exec/s' edges features inputs result
failed=()
for target in "${targets[@]}"; do
    cat "$scratch/$target.row"
    grep -q 'ok$' "$scratch/$target.row" || failed+=("$target")
done
for target in "${failed[@]}"; do
    echo "== $target"
    # What was asserted, and the input; not libFuzzer's progress nor the stack.
    grep -vE '^(#|stat::|INFO)|^ +#?[0-9]+(:|,$| 0x)|^ +at ' "$scratch/$target.log" | tail -n 60
done
if [ ${#failed[@]} -gt 0 ]; then
    echo "failed: ${failed[*]} (inputs are in fuzz/artifacts/)" >&2
    exit 1
fi
