"""Plays games against `crownhead dxp` with the DXP client and the board of pydraughts.

Usage: play_dxp.py PORT PLIES GAMES

Prints a line for each game: its number, the number of plies, and the last position.
"""

import random
import sys

from draughts import Board
from draughts.engine import DXPEngine

port, plies, games = (int(word) for word in sys.argv[1:4])
for number in range(games):
    rng = random.Random(number)
    engine = DXPEngine(options={"engine-opened": True, "ip": "127.0.0.1", "port": port}, initial_time=60)
    board = Board()
    count = 0
    while count < plies and not board.is_over():
        # The client requests a game in which the engine replies to the first move.
        if count % 2 == 0:
            board.push(rng.choice(board.legal_moves()))
        else:
            reply = engine.play(board)
            if reply.move is None:
                sys.exit(f"game {number}: no reply after {count} moves: {board.fen}")
            board.push(reply.move)
        count += 1
    engine.quit()
    print(number, count, board.fen, flush=True)
