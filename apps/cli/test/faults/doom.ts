import { writeSync } from 'node:fs';
import { kill, pid } from 'node:process';
import type { FaultSettings } from './fault-settings.ts';

/** The common end of the apps of a process. */
export interface Doom {
  /** An app has met its fate and does nothing more. It resolves only once a process that was frozen has thawed. */
  meet(app: number): Promise<void>;
  /** An app will not meet its fate. */
  spare(): void;
}

/** What a process prints when one of its apps meets its fate. */
export function lastWords(app: number): string {
  return `App ${app} has met its fate.`;
}

/**
 * Makes the doom of a process in which so many apps have a fate: once each has met it or was spared, the process is ended. What
 * waited in a process that thaws goes on before any timer can tell it how late it is.
 */
export function createDoom(apps: number, signal: NonNullable<FaultSettings['signal']>): Doom {
  const thawed = Promise.withResolvers<void>();
  let left = apps;

  function countDown(): void {
    left -= 1;
    if (left > 0) return;
    kill(pid, signal);
    // Nothing of this process happens after a kill; what is frozen goes on here.
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
