import { AppError } from '@shipmate/core';
import { createWorkerPool } from '@shipmate/runtime';
import type { ComputeCaller, ComputePort } from './compute-port.ts';
import { type ComputeArguments, type ComputeResult, type ComputeTaskName, runTask } from './compute-tasks.ts';
import type { ThreadAnswer } from './thread-answer.ts';

/** Options for {@link createCompute}. */
export interface ComputeOptions {
  /** Default: one less than the number of processors, at least 1. */
  readonly maxThreads?: number;
  /** Time that one piece of work may take. Default: 20 000. */
  readonly deadlineMs?: number;
}

/** A compute port that its creator closes. */
export interface Compute extends ComputePort {
  close(): Promise<void>;
}

/** Characters up to which the work takes less than 20 ms, as measured on its slowest inputs of this length. */
const maxLengthHere: Readonly<Record<ComputeTaskName, number>> = {
  findYamlProblem: 4_000,
  replaceText: 50_000,
  readManifests: 4_000,
  readPatch: 4_000,
  compareObjects: 20_000,
  checkValues: 20_000,
};

/** Creates the compute port of a process. Threads start with the first long input. */
export function createCompute({ maxThreads, deadlineMs = 20_000 }: ComputeOptions = {}): Compute {
  const pool = createWorkerPool({
    name: 'Working on the text',
    module: new URL(import.meta.resolve('@shipmate/tools/compute-thread')),
    ...(maxThreads !== undefined && { maxThreads }),
    deadlineMs,
    maxMemoryMegabytes: 512,
    maxQueued: 50,
  });
  return {
    async run<Name extends ComputeTaskName>(name: Name, args: ComputeArguments<Name>, caller: ComputeCaller) {
      if (isWithin(args, maxLengthHere[name])) return runTask({ name, args });
      const { principal, signal } = caller;
      const answer = await pool.run({ name, args }, { tenant: principal.organizationId, signal });
      return toResult<Name>(answer as ThreadAnswer);
    },
    close: () => pool.close(),
  };
}

function toResult<Name extends ComputeTaskName>(answer: ThreadAnswer): ComputeResult<Name> {
  if ('error' in answer) throw new AppError(answer.error);
  return answer.value as ComputeResult<Name>;
}

/** Whether all text in a value together has at most `limit` characters; stops counting beyond it. */
function isWithin(value: unknown, limit: number): boolean {
  let left = limit;
  const open = [value];
  while (left >= 0 && open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') left -= next.length;
    else if (next instanceof Map) open.push([...next]);
    else if (typeof next === 'object' && next !== null) {
      for (const [key, item] of Object.entries(next)) {
        left -= key.length + 1;
        open.push(item);
      }
    }
  }
  return left >= 0;
}
