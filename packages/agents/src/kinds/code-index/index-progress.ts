import type { Principal } from '@shipmate/core';
import type { CodeIndexProgress } from '@shipmate/domain/code-map';
import type { RunRecorder } from '../../run/log/run-recorder.ts';

/** Reports of one phase: at its begin and end, and at each of these parts of it. */
const parts = 10;

/** Stores how far an index is. */
export interface ProgressReport {
  /** Reports progress without blocking the caller. */
  report(progress: CodeIndexProgress): void;
  /** Resolves when all progress is stored. @throws AppError when some could not be stored. */
  flush(): Promise<void>;
}

/** Creates the report of a run, which stores progress with its event. */
export function createProgressReport(
  recorder: Pick<RunRecorder, 'store'>,
  { principal, indexId }: { readonly principal: Principal; readonly indexId: string },
): ProgressReport {
  const writes: Promise<void>[] = [];
  let failure: { readonly thrown: unknown } | undefined;
  let last: CodeIndexProgress | undefined;

  return {
    report(progress) {
      const { phase, done, total } = progress;
      const isFurther =
        done >= (last?.done ?? 0) + Math.max(1, total / parts) || (done === total && done !== last?.done);
      if (phase === last?.phase && !isFurther) return;
      last = progress;
      const storing = recorder.store((inside) => inside.codeIndexes.saveProgress(principal, indexId, progress), {
        type: 'index_progress',
        phase,
        done,
        total,
      });
      writes.push(storing.catch((thrown: unknown) => void (failure ??= { thrown })));
    },

    async flush() {
      await Promise.all(writes.splice(0));
      if (failure !== undefined) throw failure.thrown;
    },
  };
}
