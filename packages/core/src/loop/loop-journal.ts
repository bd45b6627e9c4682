import type { AssistantMessage, Message, ToolCallPart, ToolMessage, ToolResultPart } from '../message/message.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import type { ClientEvent } from '../tool/client-event.ts';
import type { ToolEffect } from '../tool/tool-effect.ts';
import type { ModelStep } from './model-step.ts';

/**
 * Writes down how far a run is, so that another process can go on with it.
 *
 * **Contract.** Each method is awaited before the loop goes on and before observers are told; one that throws ends the run
 * with `model_error`. The messages of `turnEnded` and `callsAnswered`, one after the other, are what the run adds to its
 * history. A turn without `callsAnswered` whose answer has calls is open: with those calls that have a `callEnded` it is the
 * `pending` of the run that goes on. A call with `callBegun` and without `callEnded` may have taken effect.
 */
export interface LoopJournal {
  /** A model has spoken; its calls are not begun. */
  turnEnded(turn: JournaledTurn): Promise<void>;
  /** A call is about to be carried out, by its tool or by an identical read. */
  callBegun(call: JournaledCall): Promise<void>;
  /** The answer to a call is known, also to one that was never begun. */
  callEnded(call: JournaledAnswer): Promise<void>;
  /** Every call of a turn is answered, and each answer was told. */
  callsAnswered(answers: { readonly turn: number; readonly message: ToolMessage }): Promise<void>;
}

/** What a turn said. */
export interface JournaledTurn {
  readonly turn: number;
  readonly message: AssistantMessage;
  readonly finish: FinishReason;
  /** What the turn added to the history: what hooks told the model, and its answer unless that was empty. */
  readonly added: readonly Message[];
  /** The requests that it took. */
  readonly steps: readonly ModelStep[];
}

/** A call that is begun. */
export interface JournaledCall {
  readonly turn: number;
  readonly call: ToolCallPart;
  readonly tool: BoundTool;
  /** `read` also where the tool will refuse the input. */
  readonly effect: ToolEffect;
}

/** A call that is answered. */
export interface JournaledAnswer {
  readonly turn: number;
  readonly result: ToolResultPart;
  readonly durationMs: number;
  readonly clientEvents: readonly ClientEvent[];
}
