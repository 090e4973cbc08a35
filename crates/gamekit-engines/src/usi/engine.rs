//! The thinking thread: runs the jobs.
use super::lines::Job;
use super::tools::Tools;
use super::{mate, think};
use crate::message_loop::{JobHandler, Output, Stop};
use shogi_core::format::usi_protocol::Answer;

/// Runs the jobs of the reading thread.
pub(super) struct Engine(Tools);

impl Engine {
    pub(super) fn new() -> Self {
        Self(Tools::new())
    }
}

impl JobHandler for Engine {
    type Job = Job;

    fn run(&mut self, job: Job, stop: &Stop, output: &Output) {
        let Self(tools) = self;
        match job {
            Job::Ready => {
                tools.prepare(output);
                tools.searcher();
                output.print(&Answer::ReadyOk.to_string());
            }
            Job::SetOption { name, value } => {
                tools.options.set(&name, value.as_deref().unwrap_or_default());
            }
            Job::NewGame => tools.clear(),
            Job::Go(question) => {
                tools.prepare(output);
                match question.go.mate {
                    Some(limit) => mate::answer(tools, &question, limit, stop, output),
                    None => think::answer(tools, &question, stop, output),
                }
            }
        }
    }
}
