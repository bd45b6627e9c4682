import { type BoundTool, type JsonValue, toAppError, type ToolExecutionContext } from '@shipmate/core';

/** A call that is made without a model having asked for it. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, JsonValue>>;
}

/** Calls a tool that reads. That it failed is an answer too. @throws AppError `ABORTED` */
export async function callTool(
  tool: BoundTool,
  input: unknown,
  context: ToolExecutionContext,
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const { timeoutMs } = tool;
  const signals = [context.signal, ...(timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)])];
  try {
    const output = await tool.execute(tool.parse(input), { ...context, signal: AbortSignal.any(signals) });
    return { text: tool.toModel(output), isError: false };
  } catch (thrown) {
    const error = toAppError(thrown);
    if (context.signal.aborted) throw error;
    return { text: error.message, isError: true };
  }
}
