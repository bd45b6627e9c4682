import { AppError } from '@shipmate/core';
import { mergeMethods } from '@shipmate/domain/repository';
import { mergedRequestSchema, mergeOptionsSchema } from '@shipmate/protocol/web/repositories';
import { defineCommand } from '../command.ts';
import { confirmAction } from '../confirm.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { jobArgument, readJob, toJobPath } from '../repositories/repository-job.ts';

/** `shipmate repository-jobs merge-request`: merges the pull or merge request of a job. */
export const repositoryJobsMergeRequest = defineCommand({
  arguments: { job: jobArgument },
  options: {
    method: {
      type: 'string',
      placeholder: '<method>',
      description: `${mergeMethods.join(', ')}, as the host allows. Default: the first that it allows.`,
    },
    yes: { type: 'boolean', description: 'Merge without asking.' },
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [['repository-jobs merge-request 01a2… --method squash', 'Merge the pull request of a job as one commit']],
  notes:
    'Merges the reviewed commit only. A request that was merged already is printed again. A token needs the scope push_branches.\n' +
    connectionNotes,
  run: ({ job, method, yes = false, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      const { terminal } = context;
      const { id } = await readJob(connection, job);
      const route = { path: toJobPath(id, '/change-request/merge') };
      const open = await requestJson(connection.web, { ...route, response: mergeOptionsSchema });
      const { number, state, base, commit, methods, problem } = open;
      const chosen = methods.find((each) => each === (method ?? each));
      if (state !== 'merged') {
        if (problem !== null) throw new AppError({ code: 'CONFLICT', message: problem });
        if (chosen === undefined) {
          const message = `--method: the host does not allow "${method}" here. Use ${methods.join(' or ')}.`;
          throw new AppError({ code: 'VALIDATION_ERROR', message });
        }
        const question = `Merge commit ${commit.slice(0, 12)} of request ${number} into "${base}", method ${chosen}?`;
        if (!(await confirmAction(terminal, { question, purpose: 'to merge the request', yes })))
          return exitCodes.undecided;
      }
      const body = { commit, base, method: chosen };
      const merged = await requestJson(connection.web, { ...route, body, response: mergedRequestSchema });
      if (json) printJson(terminal, merged);
      else terminal.print(`Request ${number} ${merged.wasMerged ? 'was merged before' : 'is merged'}: ${merged.url}`);
      return exitCodes.success;
    }),
});
