import { AppError } from '@shipmate/core';
import { exitCodes } from './exit-codes.ts';

/** A signal that fires at Ctrl-C or SIGTERM while it is not disposed; a second Ctrl-C exits at once. */
interface Interrupt extends Disposable {
  readonly signal: AbortSignal;
}

/** Starts to listen for Ctrl-C. */
export function listenForInterrupt(): Interrupt {
  const controller = new AbortController();
  function onSignal(): void {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(new AppError({ code: 'ABORTED', message: 'Interrupted.' }));
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
  };
}
