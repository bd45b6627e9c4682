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

/** The calls that a flow makes before it consults its model: the first, and those that its output leads to. */
export interface Opening {
  readonly call: OpeningCall;
  /** Returns further calls, which are made side by side. Not called when the first call failed. */
  readonly follow?: (output: unknown) => readonly OpeningCall[];
}

/**
 * Calls a read-only tool and returns its output and the result for the model. A failure of the tool is returned as a result. @throws
 * AppError `ABORTED`
 */
export async function makeOpeningCall(
  tool: BoundTool,
  input: unknown,
  context: ToolExecutionContext,
): Promise<{ readonly text: string; readonly isError: boolean; readonly output?: unknown }> {
  const result = await callTool(tool, input, { context });
  if (result.status === 'completed') {
    const text = toResultText(tool, toOutcome(tool, result, context.logger));
    return { text, isError: false, output: result.output };
  }
  if (context.signal.aborted) throw result.error;
  return { text: result.error.message, isError: true };
}
