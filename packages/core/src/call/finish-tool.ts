import { z } from 'zod';
import { bindTools } from '../tool/bind-tools.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import { defineTool } from '../tool/define-tool.ts';

/** The tool that a model gives an answer of an asked-for shape with. */
export interface FinishTool<Output = unknown> {
  readonly tool: BoundTool;
  /** The answer, once it was given. */
  readonly answer: () => { readonly value: Output } | undefined;
}

/** Makes a finish tool. What is not an object goes under `answer`, as the input of a tool is always one. */
export function createFinishTool<Output>(schema: z.ZodType<Output>): FinishTool<Output> {
  let answer: { readonly value: Output } | undefined;
  const isObject = schema instanceof z.ZodObject;
  const definition = defineTool({
    name: 'submit_answer',
    description: 'Gives your final answer and ends the work. Call it once, alone, when you are done.',
    category: 'loop',
    effect: 'read',
    exclusive: true,
    input: isObject ? schema : z.object({ answer: schema }),
    output: z.literal('Accepted.'),
    toModel: (output) => output,
    async execute(input) {
      answer = { value: (isObject ? input : input['answer']) as Output };
      return 'Accepted.' as const;
    },
  });
  return { tool: bindTools([definition], {})[0] as BoundTool, answer: () => answer };
}
