import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { AITool, ModelRequest } from '@shipmate/core';

/**
 * Converts a request, whose history is converted already, to the options of one call of a vendor's model. Tools are
 * sorted by name, regardless of their order in the request.
 */
export function toCallOptions(request: ModelRequest, history: LanguageModelV4Prompt): LanguageModelV4CallOptions {
  const { system, tools = [], toolChoice = 'auto', maxOutputTokens, temperature } = request;
  return {
    prompt: system ? [{ role: 'system', content: system }, ...history] : history,
    ...(tools.length > 0 && { tools: toFunctionTools(tools), toolChoice: { type: toolChoice } }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
  };
}

/** The converted tools of requests. The requests of a run share one array, which does not change. */
const converted = new WeakMap<readonly AITool[], LanguageModelV4FunctionTool[]>();

function toFunctionTools(tools: readonly AITool[]): LanguageModelV4FunctionTool[] {
  const known = converted.get(tools);
  if (known !== undefined) return known;
  const functionTools = tools.toSorted(byName).map(toFunctionTool);
  converted.set(tools, functionTools);
  return functionTools;
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
