import type { ByteBudget, ByteClaim } from '@shipmate/runtime/limit';
import { maxArchiveBytes } from './prepare-chart.ts';

/** The memory of one chart's archives. */
interface ArchiveHold extends AsyncDisposable {
  /**
   * Claims the most that archives can take, once; waits until the budget has room.
   *
   * @throws AppError as `ByteBudget.run` does.
   */
  claim(): Promise<void>;
  /** Releases all but the given bytes. */
  shrink(bytes: number): void;
}

/** Creates a hold that claims nothing until it is asked to, and ends when it is disposed of. */
export function holdArchives(
  budget: ByteBudget,
  { tenant, signal }: { readonly tenant: string; readonly signal: AbortSignal },
): ArchiveHold {
  const done = Promise.withResolvers<void>();
  let claimed: Promise<ByteClaim> | undefined;
  let held: ByteClaim | undefined;
  let running: Promise<void> | undefined;

  function begin(): Promise<ByteClaim> {
    return new Promise((resolve, reject) => {
      running = budget
        .run({ tenant, bytes: maxArchiveBytes, signal }, async (claim) => {
          resolve(claim);
          await done.promise;
        })
        .catch(reject);
    });
  }

  return {
    async claim() {
      claimed ??= begin();
      held = await claimed;
    },
    shrink(bytes) {
      held?.shrink(bytes);
    },
    async [Symbol.asyncDispose]() {
      done.resolve();
      await running;
    },
  };
}
