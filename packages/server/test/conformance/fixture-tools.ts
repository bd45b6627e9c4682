import { AppError, bindTools, defineTool, ToolRegistry } from '@shipmate/core';
import { z } from 'zod';

const none = z.object({});

const simpleText = defineTool({
  name: 'test_simple_text',
  description: 'Returns a text.',
  effect: 'read',
  input: none,
  output: none,
  execute: async () => ({}),
  toModel: () => 'This is a simple text response for testing.',
});

const errorHandling = defineTool({
  name: 'test_error_handling',
  description: 'Fails.',
  effect: 'read',
  input: none,
  output: none,
  async execute() {
    throw new AppError({ code: 'CONFLICT', message: 'This tool intentionally returns an error for testing' });
  },
});

const progress = defineTool({
  name: 'test_tool_with_progress',
  description: 'Reports its progress.',
  effect: 'read',
  input: none,
  output: none,
  async execute(_input, { report }) {
    for (const text of ['One', 'Two', 'Three']) report?.(text);
    return {};
  },
});

const flow = (name: string, input: z.ZodObject) =>
  defineTool({
    name,
    description: 'Is a prompt, too.',
    category: 'flow',
    effect: 'read',
    input,
    output: none,
    execute: async () => ({}),
  });

/** A call that a person has to approve. */
const guarded = (name: string) =>
  defineTool({
    name,
    description: 'Waits for an approval.',
    effect: 'destructive',
    input: none,
    output: none,
    execute: async () => ({}),
  });

/** Tools with the names that the scenarios of the conformance suite call. */
export const fixtureTools = new ToolRegistry(
  bindTools(
    [
      simpleText,
      errorHandling,
      progress,
      { ...simpleText, name: 'test_logging_tool' },
      flow('test_simple_prompt', none),
      flow('test_prompt_with_arguments', z.object({ arg1: z.string(), arg2: z.string().optional() })),
      guarded('test_streaming_elicitation'),
      guarded('test_input_required_result_elicitation'),
      guarded('test_input_required_result_request_state'),
      guarded('test_input_required_result_tampered_state'),
      guarded('test_input_required_result_capabilities'),
    ],
    {},
  ),
).freeze();
