import { AppError } from '@shipmate/core';
import { defineCommand } from '../command.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { dataDirOption, jobNameOption, jobNotes, parseJobName, withJobs } from '../with-jobs.ts';

/** `shipmate jobs requeue`: queues jobs that failed for good again. */
export const jobsRequeue = defineCommand({
  options: {
    id: { type: 'string', placeholder: '<id>', description: 'The job with this id.' },
    ...jobNameOption,
    all: { type: 'boolean', description: 'All jobs that failed for good.' },
    json: jsonOption,
    ...dataDirOption,
  },
  examples: [['jobs requeue --name respond', 'Queue all dead jobs of one name again']],
  notes: jobNotes,
  run: async ({ id, all, json, ...options }, { terminal }) => {
    const name = parseJobName(options.name);
    if (id === undefined && name === undefined && !all) {
      const message = 'The jobs are not named. Add --id <id>, --name <job> or --all.';
      throw new AppError({ code: 'VALIDATION_ERROR', message });
    }
    await withJobs(options, async (jobs) => {
      const dead = (await jobs.listDeadJobs(name)).filter((job) => id === undefined || job.id === id);
      if (id !== undefined && dead.length === 0) {
        throw new AppError({ code: 'NOT_FOUND', message: `No job with the id "${id}" failed for good.` });
      }
      const count = await jobs.requeueDeadJobs(dead);
      if (json) return printJson(terminal, { requeued: count });
      terminal.print(`${count} ${count === 1 ? 'job is' : 'jobs are'} queued again.`);
    });
  },
});
