import { silentLogger } from '@shipmate/core';
import { expect, it } from 'vitest';
import { createRunWorker } from './run-worker.ts';

it('a worker takes a run over again when its time has come, without a notification', async () => {
  const takenAt: number[] = [];
  const resumed = Promise.withResolvers<void>();
  const worker = createRunWorker({
    executor: {
      async takeOver() {
        if (takenAt.length === 2) return undefined;
        if (takenAt.length === 1 && performance.now() - (takenAt[0] ?? 0) < 30) return undefined;
        if (takenAt.push(performance.now()) === 2) resumed.resolve();
        const wakesInMs = takenAt.length === 1 ? 30 : undefined;
        const ignore = (): void => undefined;
        return { finished: Promise.resolve(), wakesInMs, stop: ignore, drain: ignore, silence: ignore, abort: ignore };
      },
    },
    notifications: { listen: () => () => undefined },
    logger: silentLogger,
    draining: new AbortController().signal,
    pollMs: 3_600_000,
    concurrency: 1,
  });
  await resumed.promise;
  await worker.close();
  expect((takenAt[1] ?? 0) - (takenAt[0] ?? 0)).toBeGreaterThanOrEqual(30);
});
