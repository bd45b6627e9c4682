import { noUsage, type Message, type OpenTurn, type StopReason, type Usage } from '@shipmate/core';
import type { RunToolCall } from '@shipmate/domain';

/** How far a run is, as an executor takes it up. */
export interface RunProgress {
  /** The conversation up to the question that is answered. */
  readonly history: readonly Message[];
  /** What the run added to it in turns that are complete. */
  readonly messages: readonly Message[];
  /** The turn whose calls are not all answered. */
  readonly pending?: OpenTurn;
  readonly turnsTaken: number;
  readonly usage: Usage;
  /** In US dollars; absent when it is not known. */
  readonly costUsd?: number;
  /** The sequence of the last event. */
  readonly position: number;
  /** The turn that was broken off while the model spoke, and what it had said. */
  readonly interrupted?: { readonly turn: number; readonly text: string };
  /** The calls that the log tells of. */
  readonly toldCalls: ReadonlySet<string>;
  /** Calls of which nobody knows whether they took effect, and which may not be made again unasked. */
  readonly inDoubt: readonly RunToolCall[];
  /** Why it ended, when its last word was said already. */
  readonly stopReason?: StopReason;
}

/** The progress of a run that was just begun. */
export function toFirstProgress(begun: Pick<RunProgress, 'history' | 'position'>): RunProgress {
  return { ...begun, messages: [], turnsTaken: 0, usage: noUsage, costUsd: 0, toldCalls: new Set(), inDoubt: [] };
}

/** What a run said up to here, to be read in its conversation. */
export function saidSoFar({ messages, pending, interrupted }: RunProgress): readonly Message[] {
  const open: Message[] = pending ? [pending.message] : [];
  if (pending && pending.answers.length > 0) open.push({ role: 'tool', content: pending.answers });
  return [...messages, ...open, ...toWords(interrupted?.text ?? '')];
}

/** Words of a turn that did not end, as a message; nothing when there are none. */
export function toWords(text: string): readonly Message[] {
  return text.trim() === '' ? [] : [{ role: 'assistant', content: [{ type: 'text', text }] }];
}
