import type { AssistantMessage, ToolCallPart } from '../message/message.ts';
import { repairJson } from '../repair/repair-json.ts';
import { repairToolName } from '../repair/repair-tool-name.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import type { Toolbox } from './toolbox.ts';

/**
 * Mends what a model got nearly right: the name of a tool, and arguments that are not quite JSON. What cannot be mended beyond
 * doubt stays as it is, and so do the arguments of a tool that can destroy something.
 */
export function repairCalls(message: AssistantMessage, toolbox: Toolbox): AssistantMessage {
  const isBroken = (part: AssistantMessage['content'][number]): boolean =>
    part.type === 'tool_call' && (part.malformed === true || !toolbox.has(part.name));
  if (!message.content.some(isBroken)) return message;
  const content = message.content.map((part) => (part.type === 'tool_call' ? repairCall(part, toolbox) : part));
  return { role: 'assistant', content };
}

function repairCall(call: ToolCallPart, toolbox: Toolbox): ToolCallPart {
  const name = toolbox.has(call.name) ? call.name : (repairToolName(call.name, toolbox.names()) ?? call.name);
  const tool = toolbox.get(name);
  const input = tool === undefined ? undefined : repairedInput(call, tool);
  if (input === undefined) return name === call.name ? call : { ...call, name };
  const { malformed: _, ...rest } = call;
  return { ...rest, name, input };
}

/** The arguments when they could be mended to what the tool takes. */
function repairedInput({ input, malformed }: ToolCallPart, tool: BoundTool): unknown {
  if (malformed !== true || typeof input !== 'string' || tool.worstEffect === 'destructive') return undefined;
  const repaired = repairJson(input);
  try {
    tool.parse(repaired);
    return repaired;
  } catch {
    return undefined;
  }
}
