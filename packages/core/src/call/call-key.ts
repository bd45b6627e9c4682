import type { ToolCallPart } from '../message/message.ts';
import { toJsonText } from '../tool/to-json-text.ts';

/** What identical calls have in common: the tool and the input. */
export function callKey({ name, input }: Pick<ToolCallPart, 'name' | 'input'>): string {
  return `${name} ${toJsonText(input)}`;
}
