"""Plays games against `crownhead hub` with the Hub client and the board of pydraughts.

Usage: play_hub.py CROWNHEAD PLIES

Prints a line for each game: the variant, the number of plies, and the last position.
"""

import sys

from draughts import Board
from draughts.engine import HubEngine, Limit

program, plies = sys.argv[1], int(sys.argv[2])
# Variants on 10x10 only: over Hub, pydraughts numbers boards of 64 squares from another corner.
variants = {"standard": "normal", "breakthrough": "bt", "antidraughts": "losing"}
for variant, name in variants.items():
    engine = HubEngine([program, "hub"])
    engine.hub()
    engine.configure({"variant": name, "tt-size": "1"})
    engine.init()
    engine.ping()
    board = Board(variant=variant)
    count = 0
    while count < plies and not board.is_over():
        result = engine.play(board, Limit(nodes=3000), False)
        board.push(result.move)
        count += 1
    engine.quit()
    engine.kill_process()
    print(variant, count, board.fen, flush=True)
