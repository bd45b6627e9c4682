import type { Message } from '../message/message.ts';
import { Ledger } from './ledger.ts';
import { LoopHistory } from './loop-history.ts';
import type { LoopSettings } from './loop-settings.ts';
import { StallDetector } from './stall-detector.ts';
import { Toolbox } from './toolbox.ts';

/** State of one run of the loop: everything that changes while it runs. */
export interface LoopState {
  /** The messages. */
  readonly history: LoopHistory;
  /** Steps, calls, usage, cost, and the distance to the limits. */
  readonly ledger: Ledger;
  /** Repeated and failing calls. */
  readonly stalls: StallDetector;
  /** The tools, and the results that the model can read on in. */
  readonly toolbox: Toolbox;
}

/** Makes the state of a run that begins with a history. @throws AppError `VALIDATION_ERROR` for too many tools. */
export function createLoopState(settings: LoopSettings, messages: readonly Message[]): LoopState {
  const { tools, maxResultChars: pageChars, context, pending } = settings;
  return {
    history: new LoopHistory(messages, pending?.message),
    ledger: new Ledger(settings),
    stalls: new StallDetector(settings),
    toolbox: new Toolbox(tools, { pageChars, logger: context.logger }),
  };
}
