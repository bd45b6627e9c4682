import { AppError } from '@shipmate/core';
import type { Tool } from 'ai';

/** One call of a tool of the AI SDK. */
interface AiSdkToolCall {
  readonly input: unknown;
  readonly toolCallId: string;
  readonly signal: AbortSignal;
  readonly context: unknown;
}

/**
 * Runs a tool of the AI SDK. If a tool yields its result in stages, the last stage is the result.
 *
 * @throws AppError `EXTERNAL_API_ERROR` with the tool's own message when an MCP tool reports a failure.
 */
export async function runAiSdkTool(
  execute: NonNullable<Tool['execute']>,
  { input, toolCallId, signal, context }: AiSdkToolCall,
): Promise<unknown> {
  const returned: unknown = execute(input, { toolCallId, messages: [], abortSignal: signal, context });
  const result = isAsyncIterable(returned) ? await lastOf(returned) : await returned;
  if (isMcpFailure(result)) throw new AppError({ code: 'EXTERNAL_API_ERROR', message: wordsOf(result) });
  return result;
}

interface McpFailure {
  readonly isError: true;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

function isMcpFailure(result: unknown): result is McpFailure {
  if (typeof result !== 'object' || result === null) return false;
  return 'isError' in result && result.isError === true && 'content' in result && Array.isArray(result.content);
}

function wordsOf({ content }: McpFailure): string {
  return content.flatMap(({ text }) => text ?? []).join('\n') || 'The tool failed and gave no reason.';
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function lastOf(stages: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown;
  for await (const stage of stages) last = stage;
  return last;
}
