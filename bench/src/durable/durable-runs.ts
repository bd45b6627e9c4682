import { createRunExecutor, createRunLog, createRunWorker } from '../../../packages/agents/src/index.ts';
import { silentLogger, type Principal } from '../../../packages/core/src/index.ts';
import type { Database } from '../../../packages/db/src/index.ts';
import { newId } from '../../../packages/domain/src/index.ts';
import { durableModel, durableTools } from './durable-task.ts';
import { concurrency, question } from './weather-task.ts';

/** Questions and the worker that answers them, as the web app and the worker app compose them. */
export interface DurableRuns {
  /** Queues a question in a new conversation and returns the id of its run. */
  enqueue(principal: Principal): Promise<string>;
  /** Starts to claim queued runs, and calls back after each; the returned function stops to claim. */
  work(onFinished: () => void): () => Promise<void>;
}

/** Creates the queue side and the worker side of durable runs on a database that is started. */
export function createDurableRuns({ unitOfWork, notifications }: Database): DurableRuns {
  const resources = { unitOfWork, notifications, logger: silentLogger };
  const runLog = createRunLog(resources);
  const executor = createRunExecutor({
    ...resources,
    runLog,
    models: { get: () => durableModel },
    tools: durableTools,
    approvalSecret: 'a secret of the benchmark',
  });
  return {
    async enqueue(principal) {
      const { run } = await executor.enqueue(principal, {
        conversationId: newId(),
        workspaceId: null,
        contextType: 'tables',
        message: question,
        model: durableModel.id,
      });
      return run.id;
    },
    work(onFinished) {
      const takeOver: typeof executor.takeOver = async (limits) => {
        const execution = await executor.takeOver(limits);
        void execution?.finished.then(onFinished);
        return execution;
      };
      const draining = new AbortController().signal;
      const worker = createRunWorker({ ...resources, executor: { takeOver }, draining, concurrency });
      return () => worker.close();
    },
  };
}
