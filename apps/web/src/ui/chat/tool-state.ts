import type { DynamicToolUIPart, ToolUIPart } from 'ai';
import { z } from 'zod';
import { parseToolOutput } from '../components/parse-tool-output.ts';

const stoppedSchema = z.object({ code: z.literal('ABORTED') });

/** The state of a tool call, as shown to a person. */
export type ToolState = 'preparing' | 'running' | 'done' | 'failed' | 'stopped';

/** Reads the state of a tool part; an open call of a message that is no longer streaming was stopped. */
export function toToolState(part: DynamicToolUIPart | ToolUIPart, isAnswering: boolean): ToolState {
  switch (part.state) {
    case 'output-available':
      return 'done';
    case 'output-error':
      return stoppedSchema.safeParse(parseToolOutput(part.errorText)).success ? 'stopped' : 'failed';
    case 'output-denied':
      return 'failed';
    case 'input-streaming':
      return isAnswering ? 'preparing' : 'stopped';
    default:
      return isAnswering ? 'running' : 'stopped';
  }
}
