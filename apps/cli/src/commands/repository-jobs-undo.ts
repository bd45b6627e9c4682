import { AppError } from '@shipmate/core';
import { defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { followNotes, followOptions, startJob } from '../repositories/follow-job.ts';
import { jobArgument, readJob, toJobPath } from '../repositories/repository-job.ts';

/** `shipmate repository-jobs undo`: starts a job with the files and messages that another one had before a step. */
export const repositoryJobsUndo = defineCommand({
  arguments: {
    job: jobArgument,
    step: { description: 'The first step to undo, as "shipmate repository-jobs steps" prints it.', required: true },
  },
  options: { ...followOptions, ...connectionOptions },
  examples: [['repository-jobs undo 01a2… 2', 'Go back to the files and messages before step 2']],
  notes:
    'No model is asked, and the earlier job stays as it is. "shipmate repository-jobs continue" takes the next prompt.\n' +
    `${followNotes}\n${connectionNotes}`,
  run: ({ job, step, detach: isDetached = false, json: isJson = false, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      using interrupt = listenForInterrupt();
      const { signal } = interrupt;
      if (!/^[1-9]\d{0,8}$/.test(step)) {
        throw new AppError({ code: 'VALIDATION_ERROR', message: `<step>: "${step}" is not the number of a step.` });
      }
      const { id } = await readJob(connection, job);
      const body = { turn: Number(step) - 1 };
      const path = toJobPath(id, '/undo');
      return await startJob({ path, body, isDetached, isJson, signal }, connection, context.terminal);
    }),
});
