import type { ToolCallPart } from '../message/message.ts';
import { toJsonText } from '../tool/to-json-text.ts';

/** What identical calls have in common: the tool and the input. */
export function callKey({ name, input }: Pick<ToolCallPart, 'name' | 'input'>): string {
  return `${name} ${toText(input)}`;
}

/** What a model wrote is JSON; what a hook put in its place may be anything. */
function toText(input: unknown): string {
  try {
    return JSON.stringify(input);
  } catch {
    return toJsonText(input);
  }
}
