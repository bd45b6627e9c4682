import type { ClientEvent, JsonValue, ToolEffect, ToolResultPart } from '@shipmate/core';

/**
 * Status of a tool call. `waiting` for an approval; `running`; `finished`; `failed`, also without execution;
 * `denied`; `unknown` once it cannot be determined whether it took effect.
 */
export const toolCallStatuses = ['waiting', 'running', 'finished', 'failed', 'denied', 'unknown'] as const;
export type ToolCallStatus = (typeof toolCallStatuses)[number];

/**
 * Decisions about a call with an unknown outcome: `done` if it took effect, `again` to repeat it, `leave` to
 * continue without it.
 */
export const unknownCallChoices = ['done', 'again', 'leave'] as const;
export type UnknownCallChoice = (typeof unknownCallChoices)[number];

/** The outcome of a tool call. */
export interface ToolCallResult {
  /** The result as the model sees it. */
  readonly part: ToolResultPart;
  readonly durationMs: number;
  readonly clientEvents: readonly ClientEvent[];
}

/** A tool call of a run, stored so that no call is executed twice. */
export interface RunToolCall {
  readonly runId: string;
  /** Unique within the run. */
  readonly toolCallId: string;
  readonly turn: number;
  readonly name: string;
  readonly input: JsonValue;
  readonly effect: ToolEffect;
  /** True if repeating the call has the same effect as one call. */
  readonly idempotent: boolean;
  readonly status: ToolCallStatus;
  readonly result: ToolCallResult | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

/** A call that is about to be executed. */
export type BegunToolCall = Pick<RunToolCall, 'toolCallId' | 'turn' | 'name' | 'input' | 'effect' | 'idempotent'>;

/** Checks whether a call that began and whose outcome is unknown may be repeated without asking. */
export function isRepeatable({ effect, idempotent }: Pick<RunToolCall, 'effect' | 'idempotent'>): boolean {
  return effect === 'read' || idempotent;
}
