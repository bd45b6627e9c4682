import { defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { jobArgument, printJob, readJob } from '../repositories/repository-job.ts';

/** `shipmate repository-jobs show`: prints the state, the branch, the commits and the changed files of a job. */
export const repositoryJobsShow = defineCommand({
  arguments: { job: jobArgument },
  options: { json: { ...jsonOption, description: 'Print JSON, with the diffs.' }, ...connectionOptions },
  examples: [['repository-jobs show 01a2…', 'Show what a job left']],
  notes: `"shipmate runs show" prints its steps and calls.\n${connectionNotes}`,
  run: ({ job: id, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      const job = await readJob(connection, id);
      if (json) printJson(context.terminal, job);
      else printJob(job, connection, context.terminal);
    }),
});
