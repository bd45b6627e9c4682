import { AppError } from '../error/app-error.ts';
import type { ToolCallPart } from '../message/message.ts';
import type { BoundTool } from '../tool/bound-tool.ts';

/** The input of a call as its tool takes it. @throws AppError `VALIDATION_ERROR` when the tool does not. */
export function parseCallInput(tool: BoundTool, { name, input, malformed }: ToolCallPart): unknown {
  if (!malformed) return tool.parse(input);
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `Invalid input for ${name}: the arguments are not valid JSON. Send one JSON object.`,
  });
}
