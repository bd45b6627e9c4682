import {
  type CompleteRequestParams,
  type CompleteResult,
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { BoundTool } from '@shipmate/core';
import { z } from 'zod';

/** The family of tools that are procedures of several steps: people start them, so each is a prompt, too. */
const promptFamily = 'flow';

const argumentSchema = z.object({
  type: z.literal('string'),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
});
type ArgumentSchema = z.infer<typeof argumentSchema>;

/** Lists a prompt for each flow, whose arguments are the texts of the tool's input. */
export function listPrompts(tools: readonly BoundTool[]): readonly Prompt[] {
  return tools
    .filter(({ category }) => category === promptFamily)
    .map((tool) => ({
      name: tool.name,
      description: tool.description,
      arguments: argumentsOf(tool).map(([name, { description }]) => ({
        name,
        ...(description !== undefined && { description }),
        required: isRequired(tool, name),
      })),
    }));
}

/** Returns the message of a prompt. @throws ProtocolError for an unknown prompt or a missing argument. */
export function getPrompt(
  tools: readonly BoundTool[],
  name: string,
  given: Readonly<Record<string, string>>,
): GetPromptResult {
  const tool = findFlow(tools, name);
  const known = argumentsOf(tool).map(([argument]) => argument);
  const missing = known.filter((argument) => isRequired(tool, argument) && given[argument] === undefined);
  if (missing.length > 0) {
    const message = `Prompt "${name}" needs the argument ${missing.join(', ')}.`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  const input = Object.fromEntries(known.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])));
  const text =
    `Call the tool "${name}" with this input: ${JSON.stringify(input)}\n` +
    'If its result asks for answers, a choice or an approval, show that to me and wait for me. Report the outcome as the tool states it.';
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}

/** Completes an argument of a prompt that has a fixed list of values; no other argument has completions. */
export function completeArgument(
  tools: readonly BoundTool[],
  { ref, argument: { name, value } }: CompleteRequestParams,
): CompleteResult {
  const schema = ref.type === 'ref/prompt' ? new Map(argumentsOf(findFlow(tools, ref.name))).get(name) : undefined;
  const values = (schema?.enum ?? []).filter((each) => each.startsWith(value)).slice(0, 100);
  return { completion: { values, total: values.length, hasMore: false } };
}

function findFlow(tools: readonly BoundTool[], name: string): BoundTool {
  const tool = tools.find((each) => each.category === promptFamily && each.name === name);
  if (tool) return tool;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Prompt "${name}" not found.`);
}

function argumentsOf({ inputSchema }: BoundTool): readonly (readonly [name: string, schema: ArgumentSchema])[] {
  return Object.entries(inputSchema.properties).flatMap(([name, schema]) => {
    const { data } = argumentSchema.safeParse(schema);
    return data === undefined ? [] : [[name, data] as const];
  });
}

function isRequired({ inputSchema: { required = [] } }: BoundTool, name: string): boolean {
  return required.includes(name);
}
