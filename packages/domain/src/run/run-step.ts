import type { FinishReason, Message, ToolMessage, Usage } from '@shipmate/core';

/** One turn of a run, stored for resumption. */
export interface RunStep {
  /** From 0. */
  readonly turn: number;
  /** `provider:model`. */
  readonly model: string;
  readonly finish: FinishReason;
  /** Token usage of the turn, discarded answers included. */
  readonly usage: Usage;
  /** In US dollars; null if unknown. */
  readonly costUsd: number | null;
  /**
   * Messages that the turn added to the history. The results of its calls come last, once all of them exist.
   */
  readonly messages: readonly Message[];
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/** A completed model turn. */
export interface NewRunStep extends Omit<RunStep, 'startedAt' | 'endedAt'> {
  readonly durationMs: number;
}

/** The results of all calls of a turn. */
export interface RunStepAnswers {
  readonly turn: number;
  readonly message: ToolMessage;
}
