import { AppError, type ToolDefinition, type ToolEffect } from '@shipmate/core/tool';
import { z } from 'zod';
import type { GitToolContext, GitToolPorts } from './git-tool.ts';

/** A call of a tool with checked input, which is not made yet. */
export interface PlannedCall {
  readonly tool: string;
  readonly effect: ToolEffect;
  /** Makes the call; returns the text for a model. */
  run(context: GitToolContext): Promise<string>;
}

/** How a call is carried out. */
interface PlanOptions<Output extends z.ZodType> {
  /** Leaves out of an output what a command does not show. */
  readonly shorten?: ((output: z.output<Output>) => z.output<Output>) | undefined;
}

/** Checks the input of a tool. @throws AppError `VALIDATION_ERROR`. */
export function planCall<Input extends z.ZodObject, Output extends z.ZodType>(
  tool: ToolDefinition<Input, Output, GitToolPorts>,
  given: z.input<Input>,
  { shorten = (output) => output }: PlanOptions<Output> = {},
): PlannedCall {
  const parsed = tool.input.safeParse(given);
  if (!parsed.success) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `The arguments do not fit ${tool.name}: ${z.prettifyError(parsed.error)}`,
      details: { issues: [{ path: 'args', message: 'do not fit' }] },
    });
  }
  const input = parsed.data;
  return {
    tool: tool.name,
    effect: typeof tool.effect === 'function' ? tool.effect(input) : tool.effect,
    async run(context) {
      const output = shorten(tool.output.parse(await tool.execute(input, context)));
      return tool.toModel?.(output) ?? JSON.stringify(output);
    },
  };
}
