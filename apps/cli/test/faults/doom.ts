import { writeSync } from 'node:fs';
import { kill, pid } from 'node:process';
import type { FaultSettings } from './fault-settings.ts';

/** Crashes a process once all of its apps have reached their crash points. */
export interface Doom {
  /** Reports that an app has reached its crash point. It resolves only after a frozen process resumes. */
  meet(app: number): Promise<void>;
  /** Reports that an app will not reach its crash point. */
  spare(): void;
}

/** Returns the line that a process prints when one of its apps reaches its crash point. */
export function lastWords(app: number): string {
  return `App ${app} has met its fate.`;
}

/**
 * Creates the crash of a process in which that many apps have a crash point: once each has reached it or was skipped, the process
 * signals itself. In a process that resumes, pending work continues before any timer can notice the delay.
 */
export function createDoom(apps: number, signal: NonNullable<FaultSettings['signal']>): Doom {
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
    meet(app) {
      writeSync(1, `${lastWords(app)}\n`);
      countDown();
      return thawed.promise;
    },
    spare: countDown,
  };
}
