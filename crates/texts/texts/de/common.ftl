## Words and lists that other messages use.

side = { $side ->
    [white] Weiß
   *[black] Schwarz
}
kind = { $kind ->
    [man] Stein
   *[king] Dame
}
list-or = { $items } oder { $last }
list-and = { $items } und { $last }
square-range = { $first } bis { $last }
numbered-move = { $number } ({ side })
date = { $day }.{ $month }.{ $year }
