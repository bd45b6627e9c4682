import { AppError } from '../error/app-error.ts';
import { bindTool } from './bind-tools.ts';
import type { BoundTool } from './bound-tool.ts';
import type { AnyToolDefinition } from './define-tool.ts';
import type { ToolExecutionContext } from './tool-execution-context.ts';
import type { ToolResult } from './tool-result.ts';

/** Carries one call to where the tool runs. **Contract.** It resolves to the tool's result, or throws `AppError` when there is none. */
export type RemoteToolCall = (toolName: string, input: unknown, context: ToolExecutionContext) => Promise<ToolResult>;

/** A tool that runs elsewhere: the definition's names, schemas and checks here, its work wherever `call` carries it. */
export function remoteTool(definition: AnyToolDefinition, call: RemoteToolCall): BoundTool {
  return bindTool(definition, async (input, context) => {
    const { success, data, error, metadata } = await call(definition.name, input, context);
    if (success) return data;
    throw new AppError({
      code: metadata?.code ?? 'EXTERNAL_API_ERROR',
      message: error ?? `Tool "${definition.name}" failed and gave no reason.`,
      ...(metadata?.recoverable !== undefined && { recoverable: metadata.recoverable }),
    });
  });
}
