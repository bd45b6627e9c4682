import { AppError } from '@shipmate/core';
import type { CommandContext } from '../command.ts';
import { withConnection } from '../connection/with-connection.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { callTool, type ToolCall } from './call-tool.ts';

/** Calls a tool that answers with the help of a model, and returns its data. @throws AppError for a failed call */
export function callFlow(
  call: ToolCall,
  { options, context }: { readonly options: Parameters<typeof withConnection>[0]; readonly context: CommandContext },
): Promise<unknown> {
  return withConnection(options, context, async (connection) => {
    using interrupt = listenForInterrupt();
    const { terminal } = context;
    terminal.warn('Reading the cluster …', 'dim');
    const result = await callTool(call, { connection, terminal, signal: interrupt.signal });
    if (result.success) return result.data;
    const code = result.metadata?.code ?? 'EXTERNAL_API_ERROR';
    throw new AppError({ code, message: result.error ?? `"${call.name}" failed.` });
  });
}
