import { AppError } from '@shipmate/core';
import { exitCodes } from './exit-codes.ts';

/** A signal that fires at Ctrl-C, SIGTERM or the end of the terminal while it is not disposed; a second Ctrl-C exits at once. */
interface Interrupt extends Disposable {
  readonly signal: AbortSignal;
  /** True when SIGTERM or the end of the terminal ends the whole command, not only its current step. */
  readonly isFinal: boolean;
}

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts to listen for Ctrl-C. */
export function listenForInterrupt(): Interrupt {
  const controller = new AbortController();
  let isFinal = false;
  function onSignal(name: NodeJS.Signals): void {
    // A closed terminal and its shell both send SIGHUP.
    if (controller.signal.aborted && name !== 'SIGHUP') process.exit(exitCodes.interrupted);
    isFinal ||= name !== 'SIGINT';
    controller.abort(new AppError({ code: 'ABORTED', message: 'Interrupted.' }));
  }
  for (const name of names) process.on(name, onSignal);
  return {
    signal: controller.signal,
    get isFinal() {
      return isFinal;
    },
    [Symbol.dispose]: () => {
      for (const name of names) process.off(name, onSignal);
    },
  };
}
