import { AppError, errorCodes, textOf, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { JobQueue } from '@shipmate/domain/job';
import { requireConversationRun, type ConversationRun } from '@shipmate/domain/run';
import type { RunLog } from '../run/log/run-log.ts';
import { beginResponse } from './begin-response.ts';
import { toResponsePayload, type ResponseJob, type ResponsePayloadOptions } from './response-job.ts';

/**
 * Lets workers answer conversations. An answer is a regular run: it can be followed and stopped, and survives restarts.
 */
export interface ResponseGenerator {
  /**
   * Answers a conversation and returns the text of the answer's last message. Once `signal` aborts it stops waiting and
   * rejects with the signal's reason; the run continues. A signal that is aborted already starts no run.
   *
   * @throws AppError as {@link enqueue} does, `CONFLICT` while the conversation is being answered, and with the run's
   * own code when it failed or was stopped.
   */
  generateResponse(job: ResponseJob, signal?: AbortSignal): Promise<string>;
  /**
   * Stores the question and queues the run that answers it, without a job. @throws AppError as {@link generateResponse}
   * does
   */
  begin(job: ResponseJob): Promise<ConversationRun>;
  /**
   * Enqueues the job and returns the id of its future run. Within a transaction, pass the queue of its stores.
   *
   * @throws AppError `VALIDATION_ERROR` when the last message is not a question, an id is no UUID, the model is unknown,
   * or the address of the repository cannot be reached.
   */
  enqueue(job: ResponseJob, jobs?: JobQueue): Promise<string>;
}

/** Options for {@link createResponseGenerator}. */
export interface ResponseGeneratorOptions extends ResponsePayloadOptions {
  readonly unitOfWork: UnitOfWork;
  readonly runLog: Pick<RunLog, 'tail'>;
  /** The principal of the answers. */
  readonly principal: Principal;
}

/** Creates a generator for one principal. It executes nothing itself: a worker of the same database is required. */
export function createResponseGenerator(options: ResponseGeneratorOptions): ResponseGenerator {
  const { unitOfWork, runLog, principal } = options;
  const { runs, conversations } = unitOfWork.stores;

  async function waitForEnd(runId: string, signal: AbortSignal): Promise<ConversationRun> {
    const events = runLog.tail(runId, { signal });
    for (let next = await events.next(); !next.done; ) next = await events.next();
    signal.throwIfAborted();
    return requireConversationRun(await runs.get(principal, runId));
  }

  async function lastWords({ id, conversationId }: ConversationRun): Promise<string> {
    const messages = await conversations.listMessages(principal, conversationId);
    const said = messages.findLast(({ runId, message }) => runId === id && message.role === 'assistant');
    return said ? textOf(said.message) : '';
  }

  const begin = async (job: ResponseJob): Promise<ConversationRun> =>
    beginResponse(unitOfWork, toResponsePayload(principal, job, options));

  return {
    begin,

    async generateResponse(job, signal = new AbortController().signal) {
      signal.throwIfAborted();
      const { id } = await begin(job);
      const run = await waitForEnd(id, signal);
      if (run.status === 'completed') return lastWords(run);
      throw toError(run);
    },

    async enqueue(job, jobs = unitOfWork.stores.jobs) {
      const payload = toResponsePayload(principal, job, options);
      await jobs.enqueue('respond', payload);
      return payload.taskId;
    },
  };
}

function toError({ id, status, errorCode, errorMessage }: ConversationRun): AppError {
  const details = { runId: id, status };
  if (status === 'failed') {
    const code = errorCodes.find((known) => known === errorCode) ?? 'INTERNAL_ERROR';
    return new AppError({ code, message: errorMessage ?? 'The answer failed.', details });
  }
  if (status === 'cancelled') return new AppError({ code: 'ABORTED', message: 'The answer was stopped.', details });
  return new AppError({
    code: 'UNAVAILABLE',
    message: 'The answer continues on the server, but this caller no longer receives its events.',
    details,
  });
}
