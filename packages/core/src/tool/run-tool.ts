import { toAppError } from '../error/app-error.ts';
import type { BoundTool } from './bound-tool.ts';
import type { ToolExecutionContext } from './tool-execution-context.ts';
import { createToolError, type ToolResult } from './tool-result.ts';

/** Runs one call for an edge (HTTP, MCP): checks the input, and answers with a result whatever happens. */
export async function runTool(tool: BoundTool, input: unknown, context: ToolExecutionContext): Promise<ToolResult> {
  try {
    return { success: true, data: await tool.execute(tool.parse(input), context) };
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === 'INTERNAL_ERROR') context.logger.error('tool failed', { tool: tool.name, error });
    return createToolError(error.code, error.message, error.recoverable);
  }
}
