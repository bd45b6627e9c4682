import { missingResult } from '@shipmate/domain/repository';
import { jobReviewSchema, pushJobResponseSchema } from '@shipmate/protocol/web/repositories';
import { defineCommand } from '../command.ts';
import { confirmAction } from '../confirm.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { jobArgument, readJob, toJobPath } from '../repositories/repository-job.ts';

/** `shipmate repository-jobs push`: pushes the accepted part of a job to a branch of its repository. */
export const repositoryJobsPush = defineCommand({
  arguments: { job: jobArgument },
  options: {
    branch: { type: 'string', placeholder: '<name>', description: 'The branch to push to. Default: that of the job.' },
    squash: { type: 'boolean', description: 'Push one commit in place of those of the agent.' },
    yes: { type: 'boolean', description: 'Push without asking.' },
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [
    ['repository-jobs push 01a2…', 'Push the branch of a job'],
    ['repository-jobs push 01a2… --branch fix/totals --squash --yes', 'Push one commit to a branch, in a script'],
  ],
  notes:
    'Pushes everything, or what a person accepted on the page of the job. The branch is created or moved forward, never by force. A token needs the\n' +
    `scope push_branches, and code:write for --squash.\n${connectionNotes}`,
  run: ({ job: id, branch, squash = false, yes = false, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      const { terminal } = context;
      const { result, status, review, repositoryName, pushBranch } = await readJob(connection, id);
      if (result === null) throw missingResult(status);
      const target = `to branch "${branch ?? pushBranch}" of ${repositoryName ?? 'the repository'}`;
      const isPart = review !== null && review.accepted !== 'all';
      const question = `Push ${isPart ? 'the accepted part' : 'all changes'} of the job ${target}?`;
      if (!(await confirmAction(terminal, { question, purpose: 'to push', yes }))) return exitCodes.undecided;
      // An accepted part is one commit already.
      if (squash && !isPart) {
        const body = { accepted: 'all', squash };
        await requestJson(connection.web, { path: toJobPath(id, '/review'), body, response: jobReviewSchema });
      }
      const pushed = await requestJson(connection.web, {
        path: toJobPath(id, '/push'),
        body: { branch },
        response: pushJobResponseSchema,
      });
      if (json) printJson(terminal, pushed);
      else terminal.print(`Pushed ${pushed.commit.slice(0, 12)} to ${pushed.branch}.`);
      if (!json && pushed.compareUrl !== null) terminal.warn(`Compare: ${pushed.compareUrl}`, 'dim');
      return exitCodes.success;
    }),
});
