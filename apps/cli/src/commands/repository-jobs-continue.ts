import { defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { modelOption } from '../conversation/question-options.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { followNotes, followOptions, startJob } from '../repositories/follow-job.ts';
import { jobArgument, readJob, toJobPath } from '../repositories/repository-job.ts';

/** `shipmate repository-jobs continue`: starts a job with the files and the conversation of another one. */
export const repositoryJobsContinue = defineCommand({
  arguments: {
    job: jobArgument,
    prompt: { description: 'The next change, in your words.', required: true, sentence: true },
  },
  options: { model: modelOption, ...followOptions, ...connectionOptions },
  examples: [['repository-jobs continue 01a2… "also update the README"', 'Change more on top of a job']],
  notes: `The earlier job stays as it is.\n${followNotes}\n${connectionNotes}`,
  run: ({ job, prompt, model, detach: isDetached = false, json: isJson = false, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      using interrupt = listenForInterrupt();
      const { signal } = interrupt;
      const { id } = await readJob(connection, job);
      const path = toJobPath(id, '/continue');
      return await startJob(
        { path, body: { prompt, model }, isDetached, isJson, signal },
        connection,
        context.terminal,
      );
    }),
});
