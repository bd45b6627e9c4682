import type { ClientEvent, JsonValue, ToolEffect, ToolResultPart } from '@shipmate/core';

/**
 * Where a tool call stands. `waiting` for an approval; `running`; `finished`; `failed`, also without having run; `denied`;
 * `unknown` once nobody can tell whether it took effect.
 */
export const toolCallStatuses = ['waiting', 'running', 'finished', 'failed', 'denied', 'unknown'] as const;
export type ToolCallStatus = (typeof toolCallStatuses)[number];

/** What a person can say of a call that nobody knows of: it took effect, it is to be done again, or it is left as it is. */
export const unknownCallChoices = ['done', 'again', 'leave'] as const;
export type UnknownCallChoice = (typeof unknownCallChoices)[number];

/** What came of a tool call. */
export interface ToolCallResult {
  /** As the model sees it. */
  readonly part: ToolResultPart;
  readonly durationMs: number;
  readonly clientEvents: readonly ClientEvent[];
}

/** A tool call of a run, as it is kept so that nothing is done twice. */
export interface RunToolCall {
  readonly runId: string;
  /** Unique within the run. */
  readonly toolCallId: string;
  readonly turn: number;
  readonly name: string;
  readonly input: JsonValue;
  readonly effect: ToolEffect;
  /** Whether doing it twice is the same as doing it once. */
  readonly idempotent: boolean;
  readonly status: ToolCallStatus;
  readonly result: ToolCallResult | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

/** A call that is about to be carried out. */
export type BegunToolCall = Pick<RunToolCall, 'toolCallId' | 'turn' | 'name' | 'input' | 'effect' | 'idempotent'>;

/** Whether a call that was begun and whose end nobody knows may be made again without asking. */
export function isRepeatable({ effect, idempotent }: Pick<RunToolCall, 'effect' | 'idempotent'>): boolean {
  return effect === 'read' || idempotent;
}
