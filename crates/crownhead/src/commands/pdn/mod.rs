//! `crownhead pdn`: checks and converts PDN files.

mod check;
mod convert;
mod files;

use std::io::Write;
use texts::Language;

use crate::args::PdnCommand;
use crate::failure::Failure;

pub(crate) use files::open;

pub(crate) fn run(command: PdnCommand, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        PdnCommand::Check { paths, rules, json, leniencies, encoding } => {
            let style = check::Style { json, leniencies, language };
            check::run(&paths, rules.as_deref(), encoding.into(), style, out)
        }
        PdnCommand::Convert { file, rules, encoding } => {
            convert::run(&file, rules.as_deref(), encoding.into(), language, out)
        }
    }
}
