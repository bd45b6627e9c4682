import { alignColumns, defineCommand } from '../command.ts';
import { dataDirOption, jobNotes, withJobs } from '../with-jobs.ts';

/** `shipmate jobs list`: counts the queued, retrying and dead jobs by name. */
export const jobsList = defineCommand({
  name: 'jobs list',
  summary: 'Count the queued jobs, and those that failed for good.',
  options: dataDirOption,
  notes: jobNotes,
  run: (options, { terminal }) =>
    withJobs(options, async (jobs) => {
      const rows = (await jobs.countJobs()).map(({ name, waiting, retrying, dead }) => [
        name,
        `${waiting} queued, ${retrying} retrying, ${dead} dead`,
      ]);
      terminal.print(alignColumns(rows));
    }),
});
