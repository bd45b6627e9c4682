import { defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { modelOption } from '../conversation/question-options.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { findRepository, repositoryOption } from '../repositories/find-repository.ts';
import { followNotes, followOptions, startJob } from '../repositories/follow-job.ts';

/** `shipmate repository-jobs start`: lets an agent change code on a branch of its own, and waits for the result. */
export const repositoryJobsStart = defineCommand({
  arguments: { prompt: { description: 'The change, in your words.', required: true, sentence: true } },
  options: {
    repository: repositoryOption,
    branch: {
      type: 'string',
      placeholder: '<name>',
      description: 'The branch to begin on. Default: that of the repository.',
    },
    model: modelOption,
    ...followOptions,
    ...connectionOptions,
  },
  examples: [
    ['repository-jobs start --repository shop "fix the failing test"', 'Start a job and wait for its result'],
    ['repository-jobs start --repository shop --detach "fix the failing test"', 'Only start it'],
  ],
  notes: `${followNotes}\n${connectionNotes}`,
  run: ({ prompt, repository, branch, model, detach: isDetached = false, json: isJson = false, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      using interrupt = listenForInterrupt();
      const { signal } = interrupt;
      const { id } = await findRepository(connection, repository, signal);
      const path = `/api/repositories/${encodeURIComponent(id)}/jobs`;
      return await startJob(
        { path, body: { prompt, branch, model }, isDetached, isJson, signal },
        connection,
        context.terminal,
      );
    }),
});
