import { alignColumns, defineCommand } from '../command.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { dataDirOption, jobNotes, withJobs } from '../with-jobs.ts';

/** `shipmate jobs list`: counts the queued, retrying and dead jobs by name. */
export const jobsList = defineCommand({
  options: { json: jsonOption, ...dataDirOption },
  examples: [['jobs list', 'Count the queued and dead jobs']],
  notes: jobNotes,
  run: (options, { terminal }) =>
    withJobs(options, async (jobs) => {
      const counts = await jobs.countJobs();
      if (options.json) return printJson(terminal, { jobs: counts });
      const rows = counts.map(({ name, waiting, retrying, dead }) => [
        name,
        `${waiting} queued, ${retrying} retrying, ${dead} dead`,
      ]);
      terminal.print(alignColumns(rows));
    }),
});
