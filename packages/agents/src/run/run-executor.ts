import { setTimeout as sleep } from 'node:timers/promises';
import {
  AppError,
  noUsage,
  toAppError,
  type ChatModel,
  type Clock,
  type Logger,
  type Principal,
  type ToolRegistry,
} from '@shipmate/core';
import type { Conversation, Run, StoredRunEvent, UnitOfWork } from '@shipmate/domain';
import { profileFor } from '../profiles/profiles.ts';
import { answer, type Answer, type Question } from './answer.ts';
import { beginRun, type RunRequest } from './begin-run.ts';
import { endRun } from './end-run.ts';
import { toInterruptedEnding } from './interrupted-run.ts';
import type { RunLog } from './run-log.ts';
import { createRunRecorder, type RunRecorder } from './run-recorder.ts';

/** Answers questions in the background. Whoever wants to see an answer reads its run's log. */
export interface RunExecutor {
  /**
   * Stores the question and begins to answer it.
   *
   * @throws AppError `NOT_FOUND` when the workspace or the conversation is another's, `CONFLICT` while the conversation is being
   * answered, `VALIDATION_ERROR` when there is no such model or agent, `UNAVAILABLE` once it is closing.
   */
  start(principal: Principal, request: RunRequest): Promise<{ readonly conversation: Conversation; readonly run: Run }>;
  /**
   * Stops the answer that is being made here, keeps what was said, and resolves once that is stored; false when there is none.
   *
   * @throws AppError `NOT_FOUND` when the conversation is another's.
   */
  stop(principal: Principal, conversationId: string): Promise<boolean>;
  /**
   * The events of the answer that is being made, from its beginning; `undefined` when there is none.
   *
   * @throws AppError `NOT_FOUND` when the conversation is another's.
   */
  openStream(
    principal: Principal,
    conversationId: string,
    signal: AbortSignal,
  ): Promise<AsyncIterable<StoredRunEvent> | undefined>;
  /** Ends the runs that a process which died left behind. Call it once, before the first `start`. */
  recover(): Promise<void>;
  /** Takes no more questions, lets answers go on for a moment, stops the rest, and resolves when all logs are complete. */
  close(): Promise<void>;
}

/** What {@link createRunExecutor} needs. */
export interface RunExecutorOptions {
  readonly unitOfWork: UnitOfWork;
  readonly runLog: RunLog;
  readonly models: { get(id?: string): ChatModel };
  readonly tools: ToolRegistry;
  readonly logger: Logger;
  readonly clock: Clock;
  /** How long `close` lets answers go on. Default 3000. */
  readonly drainMs?: number;
}

interface ActiveRun {
  readonly controller: AbortController;
  readonly finished: Promise<void>;
}

/** Makes an executor; it owns the runs that it starts until they have ended. */
export function createRunExecutor(options: RunExecutorOptions): RunExecutor {
  const { unitOfWork, runLog, models, tools, logger, clock, drainMs = 3_000 } = options;
  const { runs } = unitOfWork.stores;
  const starting = new Set<Promise<unknown>>();
  const active = new Map<string, ActiveRun>();
  let isClosing = false;

  /** Answers, records and ends; it rejects only when the end could not be stored. */
  async function execute(question: Omit<Question, 'onEvent'>, recorder: RunRecorder): Promise<void> {
    const startedAt = clock.now();
    const { outcome, messages } = await answer({ ...question, onEvent: recorder.record }).catch((thrown: unknown) =>
      toBrokenAnswer(thrown, question.logger),
    );
    await recorder.close();
    await endRun({ unitOfWork, runLog }, { run: question.run, outcome, messages });
    const durationMs = clock.now().getTime() - startedAt.getTime();
    question.logger.info('run ended', { status: outcome.status, stopReason: outcome.stopReason, durationMs });
  }

  async function allFinished(): Promise<void> {
    await Promise.all([...active.values()].map(({ finished }) => finished));
  }

  async function launch(principal: Principal, request: RunRequest): ReturnType<RunExecutor['start']> {
    const profile = profileFor(request.contextType);
    const model = models.get(request.model);
    const { conversation, run, history, position } = await unitOfWork.transaction((stores) =>
      beginRun(stores, principal, { ...request, model: model.id }),
    );
    const controller = new AbortController();
    const { signal } = controller;
    const runLogger = logger.child({ runId: run.id, conversationId: conversation.id });
    const onFailure = (error: AppError): void => controller.abort(error);
    const recorder = createRunRecorder({ runId: run.id, runLog, unitOfWork, position, onFailure });
    const question = { run, principal, profile, model, tools, history, unitOfWork, logger: runLogger, signal };
    const finished = execute(question, recorder)
      .catch((error: unknown) => runLogger.error('run could not be ended', { error }))
      .finally(() => active.delete(run.id));
    active.set(run.id, { controller, finished });
    return { conversation, run };
  }

  return {
    async start(principal, request) {
      if (isClosing) throw unavailable('The server is shutting down. Try again in a moment.');
      const launching = launch(principal, request);
      starting.add(launching);
      return launching.finally(() => starting.delete(launching));
    },

    async stop(principal, conversationId) {
      const run = await runs.findActive(principal, conversationId);
      const here = run && active.get(run.id);
      if (!here) return false;
      here.controller.abort(new AppError({ code: 'ABORTED', message: 'The person stopped the answer.' }));
      await here.finished;
      return true;
    },

    async openStream(principal, conversationId, signal) {
      const run = await runs.findActive(principal, conversationId);
      return run && runLog.tail(run.id, { signal });
    },

    async recover() {
      for (const run of await runs.listUnfinished()) {
        if (active.has(run.id)) continue;
        await endRun({ unitOfWork, runLog }, await toInterruptedEnding(runs, run));
        logger.warn('run of a dead process ended', { runId: run.id, conversationId: run.conversationId });
      }
    },

    async close() {
      isClosing = true;
      await Promise.allSettled(starting);
      const waiting = new AbortController();
      await Promise.race([allFinished(), sleep(drainMs, undefined, { signal: waiting.signal })]);
      waiting.abort();
      const reason = unavailable('The server was shut down before the answer was complete. Ask again.');
      for (const { controller } of active.values()) controller.abort(reason);
      await allFinished();
    },
  };
}

function unavailable(message: string): AppError {
  return new AppError({ code: 'UNAVAILABLE', message });
}

/** How a run ends whose answer could not even begin. */
function toBrokenAnswer(thrown: unknown, logger: Logger): Answer {
  logger.error('run failed', { error: thrown });
  const { code, message } = toAppError(thrown);
  return {
    outcome: { status: 'failed', stopReason: 'aborted', usage: noUsage, error: { code, message } },
    messages: [],
  };
}
