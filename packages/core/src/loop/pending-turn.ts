import type { AssistantMessage, ToolCallPart, ToolResultPart } from '../message/message.ts';

/** A turn whose calls are not all answered. It survives a JSON round trip, and a run can go on from it. */
export interface OpenTurn {
  readonly turn: number;
  readonly message: AssistantMessage;
  /** The answers that are known. The other calls are carried out when a run goes on. */
  readonly answers: readonly ToolResultPart[];
}

/** The turn that a run waits in. */
export interface PendingTurn extends OpenTurn {
  /** The calls that need a decision. */
  readonly waiting: readonly ToolCallPart[];
}
