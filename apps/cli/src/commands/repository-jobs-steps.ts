import { type JobStepsResponse, jobStepsResponseSchema } from '@shipmate/protocol/web/repositories';
import { alignColumns, defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { jobArgument, readJob, toJobPath } from '../repositories/repository-job.ts';

/** `shipmate repository-jobs steps`: lists the steps of a job, for an undo. */
export const repositoryJobsSteps = defineCommand({
  arguments: { job: jobArgument },
  options: { json: jsonOption, ...connectionOptions },
  examples: [['repository-jobs steps 01a2…', 'Print what the agent did, step by step']],
  notes: `"shipmate repository-jobs undo" goes back to the files and messages before a step.\n${connectionNotes}`,
  run: ({ job, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      const { terminal } = context;
      const { id } = await readJob(connection, job);
      const response = await requestJson(connection.web, {
        path: toJobPath(id, '/steps'),
        response: jobStepsResponseSchema,
      });
      if (json) return printJson(terminal, response);
      const { steps } = response;
      terminal.print(steps.length === 0 ? 'The job has no steps yet.' : alignColumns(steps.map(toRow)));
    }),
});

function toRow({ turn, text, calls, canUndo }: JobStepsResponse['steps'][number]): readonly string[] {
  const called = calls.map(({ name, path }) => (path === null ? name : `${name} ${path}`)).join(', ');
  const [line = ''] = text.trim().split('\n');
  return [String(turn + 1), canUndo ? 'can be undone' : 'no checkpoint', [called, line].filter(Boolean).join('  ')];
}
