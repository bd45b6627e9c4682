import { defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { modelOption } from '../conversation/question-options.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { followNotes, followOptions, startJob } from '../repositories/follow-job.ts';
import { jobArgument, readJob, toJobPath } from '../repositories/repository-job.ts';

/** `shipmate repository-jobs answer-comments`: starts a job that answers the unresolved comments on a job's request. */
export const repositoryJobsAnswerComments = defineCommand({
  arguments: { job: jobArgument },
  options: { model: modelOption, ...followOptions, ...connectionOptions },
  examples: [['repository-jobs answer-comments 01a2…', 'Let the agent answer the review of its pull request']],
  notes: `The new job continues on the branch of the request; push it to update the request.\n${followNotes}\n${connectionNotes}`,
  run: ({ job, model, detach: isDetached = false, json: isJson = false, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      using interrupt = listenForInterrupt();
      const { signal } = interrupt;
      const { id } = await readJob(connection, job);
      const path = toJobPath(id, '/answer-comments');
      return await startJob({ path, body: { model }, isDetached, isJson, signal }, connection, context.terminal);
    }),
});
