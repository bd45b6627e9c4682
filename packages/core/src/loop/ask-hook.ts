import { toAppError } from '../error/app-error.ts';
import type { Waits } from '../wait/waits.ts';

/** Asks a hook and waits for it, but no longer than until the run is stopped. @throws AppError when it fails. */
export async function askHook<Change>(
  name: string,
  ask: () => Change | undefined | void | Promise<Change | undefined | void>,
  waits: Waits,
): Promise<Change | undefined> {
  try {
    return (await waits.for(async () => ask())) ?? undefined;
  } catch (thrown) {
    throw toAppError(thrown, { message: `The hook ${name} failed.` });
  }
}
