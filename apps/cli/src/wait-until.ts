import { setTimeout } from 'node:timers/promises';
import { AppError } from '@shipmate/core';

/** Time between two requests for the state of something that changes on the server. */
const intervalMs = 700;

/** Reads a state until it is settled. @throws AppError `ABORTED` when the signal fires */
export async function waitUntil<State>(
  read: () => Promise<State>,
  isSettled: (state: State) => boolean,
  signal: AbortSignal,
): Promise<State> {
  for (;;) {
    const state = await read();
    if (isSettled(state)) return state;
    await setTimeout(intervalMs, undefined, { signal }).catch((cause: unknown) => {
      throw new AppError({ code: 'ABORTED', message: 'Interrupted.', cause });
    });
  }
}
