## Words and lists that other messages use.

side = { $side ->
    [white] White
   *[black] Black
}
kind = { $kind ->
    [man] man
   *[king] king
}
list-or = { $items } or { $last }
list-and = { $items } and { $last }
square-range = { $first } to { $last }
numbered-move = { $number } ({ side })
date = { $day } { $month ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] May
    [6] Jun
    [7] Jul
    [8] Aug
    [9] Sep
    [10] Oct
    [11] Nov
   *[12] Dec
} { $year }
