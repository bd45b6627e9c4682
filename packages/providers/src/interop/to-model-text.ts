import { toJsonText } from '@shipmate/core';
import type { Tool } from 'ai';

/** The result of `toModelOutput` of an AI SDK tool. */
type ModelOutput = Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>>;
type ContentPart = Extract<ModelOutput, { type: 'content' }>['value'][number];

/** Returns the text that a tool shows to a model; a file is named, because a text history cannot contain it. */
export function toModelText(output: ModelOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return toJsonText(output.value);
    case 'content':
      return output.value.map(partText).join('\n');
    case 'execution-denied':
      return output.reason ?? 'The tool was not allowed to run.';
  }
}

function partText(part: ContentPart): string {
  if (part.type === 'text') return part.text;
  return 'mediaType' in part ? `[${part.mediaType}, not shown]` : `[${part.type}, not shown]`;
}
