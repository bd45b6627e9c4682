import type { FinishReason, Message, ToolMessage, Usage } from '@shipmate/core';

/** One turn of a run, as it is kept to go on from. */
export interface RunStep {
  /** From 0. */
  readonly turn: number;
  /** `provider:model`. */
  readonly model: string;
  readonly finish: FinishReason;
  /** What the turn spent, void answers included. */
  readonly usage: Usage;
  /** In US dollars; null when it is not known. */
  readonly costUsd: number | null;
  /** What the turn added to the history. The answers to its calls come last, once all of them are there. */
  readonly messages: readonly Message[];
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/** A turn that a model has taken. */
export interface NewRunStep extends Omit<RunStep, 'startedAt' | 'endedAt'> {
  readonly durationMs: number;
}

/** The answers to all calls of a turn. */
export interface RunStepAnswers {
  readonly turn: number;
  readonly message: ToolMessage;
}
