import { AppError } from '@shipmate/core';

/** Waits for work that others share: when `signal` fires this wait ends, and the work goes on. @throws AppError `ABORTED`. */
export async function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () =>
    reject(new AppError({ code: 'ABORTED', message: 'The call was stopped.', cause: signal.reason }));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
