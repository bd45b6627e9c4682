import { defineCommand } from '../command.ts';
import { confirmAction } from '../confirm.ts';
import { requestOk } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { jobArgument, readJob, toJobPath } from '../repositories/repository-job.ts';

/** `shipmate repository-jobs discard`: deletes the branch and the files of a job. */
export const repositoryJobsDiscard = defineCommand({
  arguments: { job: jobArgument },
  options: { yes: { type: 'boolean', description: 'Discard without asking.' }, json: jsonOption, ...connectionOptions },
  examples: [['repository-jobs discard 01a2…', 'Delete the branch of a job; its conversation stays']],
  notes: `Stop a running job first with "shipmate runs stop". A token needs the scope code:write.\n${connectionNotes}`,
  run: ({ job: id, yes = false, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      const { terminal } = context;
      const { branch } = await readJob(connection, id);
      const question = `Discard branch "${branch}"? Its changes can then not be pushed.`;
      if (!(await confirmAction(terminal, { question, purpose: 'to discard the job', yes })))
        return exitCodes.undecided;
      await requestOk(connection.web, { path: toJobPath(id, '/discard'), method: 'POST' });
      if (json) printJson(terminal, { id, outcome: 'discarded' });
      else terminal.print(`Discarded ${branch}.`);
      return exitCodes.success;
    }),
});
