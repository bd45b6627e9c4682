import type { DynamicToolUIPart, ToolUIPart } from 'ai';

/** Where a tool call stands, for a person. */
export type ToolState = 'preparing' | 'running' | 'done' | 'failed' | 'stopped';

/** Reads the state of a tool part; a call that is open when nobody answers any more was stopped. */
export function toToolState({ state }: DynamicToolUIPart | ToolUIPart, isAnswering: boolean): ToolState {
  switch (state) {
    case 'output-available':
      return 'done';
    case 'output-error':
    case 'output-denied':
      return 'failed';
    case 'input-streaming':
      return isAnswering ? 'preparing' : 'stopped';
    default:
      return isAnswering ? 'running' : 'stopped';
  }
}
