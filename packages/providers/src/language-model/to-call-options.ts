import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import type { AITool, ModelRequest } from '@shipmate/core';
import { toPrompt } from './to-prompt.ts';

/** Converts a request to the options of one provider call. */
export function toCallOptions(request: ModelRequest): LanguageModelV4CallOptions {
  return {
    prompt: toPrompt(request.system, request.messages),
    ...(request.tools !== undefined && request.tools.length > 0
      ? { tools: request.tools.map(toFunctionTool), toolChoice: { type: request.toolChoice ?? 'auto' } }
      : {}),
    ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
  };
}

function toFunctionTool({ name, description, inputSchema }: AITool): LanguageModelV4FunctionTool {
  return {
    type: 'function',
    name,
    description,
    inputSchema: inputSchema as LanguageModelV4FunctionTool['inputSchema'],
  };
}
