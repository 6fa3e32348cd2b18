#!/usr/bin/env bash
# Trains networks, generation after generation: each one plays itself with the network of the one before, and learns from
# the games of all generations so far. The first plays with the hand-made evaluation.
#
#   generations.sh PROGRAM FOLDER FIRST LAST SECONDS NODES SIZES RULES...
#
# PROGRAM is crownhead; FOLDER gets the samples, networks and reports; FIRST and LAST are numbers of generations; SECONDS
# is the time of self-play for each rule set and generation; SIZES are the accumulators and hidden neurons, e.g. 32x16.
set -euo pipefail
program=$1 folder=$2 first=$3 last=$4 seconds=$5 nodes=$6 sizes=$7
shift 7
threads=$(nproc)
mkdir -p "$folder"
for generation in $(seq "$first" "$last"); do
    for rules in "$@"; do
        before=none
        [ "$generation" -gt 1 ] && before=$folder/$rules.$((generation - 1)).network
        "$program" selfplay --rules "$rules" --nodes "$nodes" --seed "$generation" --threads "$threads" \
            --time "$(awk "BEGIN { print $seconds / 60 }")" --network "$before" \
            --out "$folder/$rules.$generation.samples" > "$folder/$rules.$generation.selfplay.txt" 2>&1
        files=()
        for number in $(seq 1 "$generation"); do files+=("$folder/$rules.$number.samples"); done
        "$program" train "${files[@]}" --out "$folder/$rules.$generation.network" \
            --accumulators "${sizes%x*}" --hidden "${sizes#*x}" --threads "$threads" \
            > "$folder/$rules.$generation.train.txt" 2>&1
        echo "$rules $generation: $(grep 'samples per second' "$folder/$rules.$generation.selfplay.txt")," \
            "$(head -1 "$folder/$rules.$generation.selfplay.txt")"
    done
done
