import { noUsage, type Message, type OpenTurn, type StopReason, type Usage } from '@shipmate/core';
import type { RunToolCall } from '@shipmate/domain/run';

/** The progress of a run that answers. */
export interface RunProgress {
  /** The conversation up to the question that is answered. */
  readonly history: readonly Message[];
  /** The run's messages of complete turns. */
  readonly messages: readonly Message[];
  /** The turn whose calls are not all answered. */
  readonly pending?: OpenTurn;
  readonly turnsTaken: number;
  readonly usage: Usage;
  /** In US dollars; absent when unknown. */
  readonly costUsd?: number;
  /** The turn during whose answer the executor died, and the text that was stored of it. */
  readonly interrupted?: { readonly turn: number; readonly text: string };
  /** Ids of the calls in the log. */
  readonly loggedCalls: ReadonlySet<string>;
  /** Calls of unknown outcome that must not be repeated unless a person decides so. */
  readonly unknownCalls: readonly RunToolCall[];
  /** Present when the last answer is stored and only the end of the run is not. */
  readonly stopReason?: StopReason;
}

/** Creates the progress of a run that was just created. */
export function toFirstProgress(begun: Pick<RunProgress, 'history'>): RunProgress {
  return {
    ...begun,
    messages: [],
    turnsTaken: 0,
    usage: noUsage,
    costUsd: 0,
    loggedCalls: new Set(),
    unknownCalls: [],
  };
}

/** The messages of a run so far, for its conversation. */
export function messagesSoFar({ messages, pending, interrupted }: RunProgress): readonly Message[] {
  const open: Message[] = pending ? [pending.message] : [];
  if (pending && pending.answers.length > 0) open.push({ role: 'tool', content: pending.answers });
  return [...messages, ...open, ...toTextMessages(interrupted?.text ?? '')];
}

/** The text of a turn that did not end, as a message; none when it is blank. */
export function toTextMessages(text: string): readonly Message[] {
  return text.trim() === '' ? [] : [{ role: 'assistant', content: [{ type: 'text', text }] }];
}
