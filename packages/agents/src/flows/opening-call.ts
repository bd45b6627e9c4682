import {
  type BoundTool,
  callTool,
  type JsonValue,
  type ToolExecutionContext,
  toOutcome,
  toResultText,
} from '@shipmate/core';

/** A call that a flow makes before it consults its model. */
export interface OpeningCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, JsonValue>>;
}

/**
 * Calls a read-only tool and returns the result for the model. A failure of the tool is returned as a result. @throws
 * AppError `ABORTED`
 */
export async function makeOpeningCall(
  tool: BoundTool,
  input: unknown,
  context: ToolExecutionContext,
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const result = await callTool(tool, input, { context });
  if (result.status === 'completed') {
    return { text: toResultText(tool, toOutcome(tool, result, context.logger)), isError: false };
  }
  if (context.signal.aborted) throw result.error;
  return { text: result.error.message, isError: true };
}
