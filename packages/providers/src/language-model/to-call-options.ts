import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import type { AITool, ModelRequest } from '@shipmate/core';
import { toPrompt, type PromptReader } from './to-prompt.ts';

/**
 * Converts a request to the options of one call of a vendor's model. Tools are sorted by name, regardless of their
 * order in the request.
 */
export function toCallOptions(request: ModelRequest, reader: PromptReader): LanguageModelV4CallOptions {
  const { system, messages, tools = [], toolChoice = 'auto', maxOutputTokens, temperature } = request;
  return {
    prompt: toPrompt({ system, messages, ...reader }),
    ...(tools.length > 0 && {
      tools: tools.toSorted(byName).map(toFunctionTool),
      toolChoice: { type: toolChoice },
    }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
  };
}

/** Keeps the order of tools stable, because they come first in a prompt cache. */
function byName(left: AITool, right: AITool): number {
  return left.name < right.name ? -1 : Number(left.name > right.name);
}

function toFunctionTool({ name, description, inputSchema }: AITool): LanguageModelV4FunctionTool {
  return {
    type: 'function',
    name,
    description,
    inputSchema: inputSchema as unknown as LanguageModelV4FunctionTool['inputSchema'],
  };
}
