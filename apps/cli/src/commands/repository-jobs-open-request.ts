import { changeRequestSchema } from '@shipmate/protocol/web/repositories';
import { defineCommand } from '../command.ts';
import { confirmAction } from '../confirm.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { jobArgument, readJob, toJobPath } from '../repositories/repository-job.ts';

/** `shipmate repository-jobs open-request`: opens a pull or merge request for the pushed branch of a job. */
export const repositoryJobsOpenRequest = defineCommand({
  arguments: { job: jobArgument },
  options: {
    title: { type: 'string', placeholder: '<text>', description: 'Its title. Default: the title of the job.' },
    body: { type: 'string', placeholder: '<text>', description: 'Its description.' },
    base: {
      type: 'string',
      placeholder: '<name>',
      description: 'The branch that takes the changes. Default: the one on which the job began.',
    },
    yes: { type: 'boolean', description: 'Open it without asking.' },
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [['repository-jobs open-request 01a2… --title "Fix totals"', 'Open a pull request']],
  notes:
    'Push the job first. An open request is printed again. Works with GitHub, GitLab and Gitea. A token needs the scope push_branches.\n' +
    connectionNotes,
  run: ({ job: id, title, body, base, yes = false, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      const { terminal } = context;
      const { pushedBranch, repositoryName } = await readJob(connection, id);
      const subject = pushedBranch === null ? 'the job' : `branch "${pushedBranch}"`;
      const question = `Open a pull request for ${subject} of ${repositoryName ?? 'the repository'}?`;
      const purpose = 'to open the pull request';
      if (!(await confirmAction(terminal, { question, purpose, yes }))) return exitCodes.undecided;
      const request = await requestJson(connection.web, {
        path: toJobPath(id, '/change-request'),
        body: { title, body, base },
        response: changeRequestSchema,
      });
      if (json) printJson(terminal, request);
      else terminal.print(`Request ${request.number} is ${request.state}: ${request.url}`);
      return exitCodes.success;
    }),
});
