"""Plays games against `crownhead dxp` with the DXP client and the board of pydraughts.

usage: play_dxp.py PORT PLIES GAMES
One line for each game: its number, how many moves were made, and the last position.
"""

import random
import sys

from draughts import Board
from draughts.engine import DXPEngine

port, plies, games = (int(word) for word in sys.argv[1:4])
for number in range(games):
    chance = random.Random(number)
    engine = DXPEngine(options={"engine-opened": True, "ip": "127.0.0.1", "port": port}, initial_time=60)
    board = Board()
    made = 0
    while made < plies and not board.is_over():
        # Its client asks for a game in which the engine answers the first move.
        if made % 2 == 0:
            board.push(chance.choice(board.legal_moves()))
        else:
            answer = engine.play(board)
            if answer.move is None:
                sys.exit(f"game {number}: no answer after {made} moves: {board.fen}")
            board.push(answer.move)
        made += 1
    engine.quit()
    print(number, made, board.fen, flush=True)
