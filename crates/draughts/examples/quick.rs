use std::time::Instant;
fn main() {
    let id = std::env::args().nth(1).unwrap();
    let depth: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    let rt = std::env::args().nth(3).is_some();
    let mut r = draughts::Rules::named(&id).unwrap();
    if rt {
        r = r.at_run_time();
    }
    let t = Instant::now();
    let n = draughts::Position::initial(&r).perft(depth);
    let s = t.elapsed().as_secs_f64();
    println!("{id} {depth} {n} {:.1} M/s compiled {}", n as f64 / s / 1e6, r.is_compiled());
}
