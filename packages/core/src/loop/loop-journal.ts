import type { AssistantMessage, Message, ToolCallPart, ToolMessage, ToolResultPart } from '../message/message.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import type { ClientEvent } from '../tool/client-event.ts';
import type { ToolEffect } from '../tool/tool-effect.ts';
import type { ModelStep } from './agentic-result.ts';

/**
 * Records the progress of a run, so that another process can resume it.
 *
 * **Contract.** Each method is awaited before the loop continues and before observers get the event; one that throws ends the run
 * with `model_error`. The messages of `turnEnded` and `callsAnswered`, in order, are what the run appends to its history. A turn
 * that has calls and no `callsAnswered` is open: with the answers of its `callEnded`s it is the `pending` of the run that
 * resumes. A call with `callBegun` and without `callEnded` has an unknown outcome.
 */
export interface LoopJournal {
  /** The model has answered; its calls are not begun. */
  turnEnded(turn: JournaledTurn): Promise<void>;
  /** A call is about to be carried out, by its tool or by an identical read. */
  callBegun(call: JournaledCall): Promise<void>;
  /** A call is answered, including calls that were never begun. */
  callEnded(call: JournaledAnswer): Promise<void>;
  /** Every call of a turn is answered, and observers have each answer. */
  callsAnswered(answers: { readonly turn: number; readonly message: ToolMessage }): Promise<void>;
}

/** A turn in the journal. */
export interface JournaledTurn {
  readonly turn: number;
  readonly message: AssistantMessage;
  readonly finish: FinishReason;
  /** The messages that the turn appended to the history: those of hooks, and the answer unless it was empty. */
  readonly added: readonly Message[];
  /** The requests that the turn took. */
  readonly steps: readonly ModelStep[];
}

/** The begin of a call in the journal. */
export interface JournaledCall {
  readonly turn: number;
  readonly call: ToolCallPart;
  readonly tool: BoundTool;
  /** `read` also when the tool will refuse the input. */
  readonly effect: ToolEffect;
}

/** The answer to a call in the journal. */
export interface JournaledAnswer {
  readonly turn: number;
  readonly result: ToolResultPart;
  readonly durationMs: number;
  readonly clientEvents: readonly ClientEvent[];
}
