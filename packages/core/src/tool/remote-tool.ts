import { AppError } from '../error/app-error.ts';
import { bindTool } from './bind-tools.ts';
import type { BoundTool } from './bound-tool.ts';
import type { AnyToolDefinition } from './define-tool.ts';
import type { ToolExecutionContext } from './tool-execution-context.ts';
import type { ToolResult } from './tool-result.ts';

/** Sends one call to the process that runs the tool. **Contract.** Resolves to the tool's result, or throws `AppError` when there is none. */
export type RemoteToolCall = (toolName: string, input: unknown, context: ToolExecutionContext) => Promise<ToolResult>;

/** Creates a tool that runs in another process: names, schemas and checks are the definition's, `call` carries it out. */
export function remoteTool(definition: AnyToolDefinition, call: RemoteToolCall): BoundTool {
  return bindTool(definition, async (input, context) => {
    const { success, data, error, metadata } = await call(definition.name, input, context);
    // A failure with data is an output that reports a failure.
    if (success || data !== undefined) return data;
    throw new AppError({
      code: metadata?.code ?? 'EXTERNAL_API_ERROR',
      message: error ?? `Tool "${definition.name}" failed and gave no reason.`,
      ...(metadata?.recoverable !== undefined && { recoverable: metadata.recoverable }),
    });
  });
}
