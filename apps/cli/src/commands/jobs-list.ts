import { alignColumns, defineCommand } from '../command.ts';
import { dataDirOption, jobNotes, withJobs } from '../with-jobs.ts';

/** `shipmate jobs list`: counts the queued, retrying and dead jobs by name. */
export const jobsList = defineCommand({
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
