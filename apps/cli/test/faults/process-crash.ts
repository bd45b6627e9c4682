import { writeSync } from 'node:fs';
import { kill, pid } from 'node:process';
import type { FaultSettings } from './fault-settings.ts';

/** Crashes a process once all of its apps have reached their crash points. */
export interface ProcessCrash {
  /** Reports that an app has reached its crash point. It resolves only after a frozen process resumes. */
  reach(app: number): Promise<void>;
  /** Reports that an app will not reach its crash point. */
  skip(): void;
}

/** Returns the line that a process prints when one of its apps reaches its crash point. */
export function toCrashLine(app: number): string {
  return `App ${app} has reached its crash point.`;
}

/**
 * Creates the crash of a process in which that many apps have a crash point: once each has reached it or was skipped, the process
 * signals itself. In a process that resumes, pending work continues before any timer can notice the delay.
 */
export function createProcessCrash(apps: number, signal: NonNullable<FaultSettings['signal']>): ProcessCrash {
  const thawed = Promise.withResolvers<void>();
  let left = apps;

  function countDown(): void {
    left -= 1;
    if (left > 0) return;
    kill(pid, signal);
    // SIGKILL takes effect asynchronously, so block until then; after SIGSTOP, execution continues here on SIGCONT.
    if (signal === 'SIGKILL') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    thawed.resolve();
  }

  return {
    reach(app) {
      writeSync(1, `${toCrashLine(app)}\n`);
      countDown();
      return thawed.promise;
    },
    skip: countDown,
  };
}
