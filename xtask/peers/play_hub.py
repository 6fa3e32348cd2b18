"""Plays games against `crownhead hub` with the Hub client and the board of pydraughts.

usage: play_hub.py CROWNHEAD PLIES
One line for each game: the variant, how many moves were made, and the last position.
"""

import sys

from draughts import Board
from draughts.engine import HubEngine, Limit

program, plies = sys.argv[1], int(sys.argv[2])
# The variants on 10x10: its boards of 64 squares number them from another corner over Hub.
variants = {"standard": "normal", "breakthrough": "bt", "antidraughts": "losing"}
for variant, name in variants.items():
    engine = HubEngine([program, "hub"])
    engine.hub()
    engine.configure({"variant": name, "tt-size": "1"})
    engine.init()
    engine.ping()
    board = Board(variant=variant)
    made = 0
    while made < plies and not board.is_over():
        result = engine.play(board, Limit(nodes=3000), False)
        board.push(result.move)
        made += 1
    engine.quit()
    engine.kill_process()
    print(variant, made, board.fen, flush=True)
