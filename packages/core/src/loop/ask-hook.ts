import { toAppError } from '../error/app-error.ts';
import { waitFor } from '../wait/wait-for.ts';

/** Asks a hook and waits for it, but no longer than until the signal fires. @throws AppError when it fails. */
export async function askHook<Change>(
  name: string,
  ask: () => Change | undefined | void | Promise<Change | undefined | void>,
  signal: AbortSignal,
): Promise<Change | undefined> {
  try {
    return (await waitFor(async () => ask(), { signal })) ?? undefined;
  } catch (thrown) {
    throw toAppError(thrown, { message: `The hook ${name} failed.` });
  }
}
