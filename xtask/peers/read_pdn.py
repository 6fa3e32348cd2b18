"""Reads a game file with pydraughts, plays every game on its board, and writes it back.

Usage: read_pdn.py GAMES.pdn REWRITTEN.pdn

Prints a line of JSON for each game: the variant, the moves as read, the result, and the last position.
"""

import json
import sys

from draughts import Board, Move
from draughts.PDN import PDNReader, PDNWriter

source, rewritten = sys.argv[1:3]
for game in PDNReader(filename=source).games:
    board = Board(variant=game.variant)
    for text in game.moves:
        try:
            # The reader accepts the colon of Russian captures, the board does not.
            board.push(Move(board, pdn_move=text.replace(":", "x")))
        except KeyError:
            sys.exit(f"{game.variant}: {text} is not legal in {board.fen}")
    print(json.dumps({
        "variant": game.variant,
        "moves": game.moves,
        "result": game.tags["Result"],
        "fen": board.fen,
    }))
    PDNWriter(rewritten, board=board)
