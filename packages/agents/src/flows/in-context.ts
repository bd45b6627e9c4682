import type { BoundTool } from '@shipmate/core';

type InputSchema = BoundTool['inputSchema'];

/** Tools for a model that looks at one cluster: every call is made in its context, and the model is not offered another. */
export function inContext(tools: readonly BoundTool[], context: string | undefined): readonly BoundTool[] {
  return tools.map((tool) => {
    if (!('context' in tool.inputSchema.properties)) return tool;
    const { inputSchema, modelSchema = inputSchema } = tool;
    return {
      ...tool,
      inputSchema: withoutContext(inputSchema),
      modelSchema: withoutContext(modelSchema),
      parse: (input) => tool.parse(isObject(input) ? { ...input, context } : input),
    };
  });
}

function withoutContext(schema: InputSchema): InputSchema {
  const { context: _, ...properties } = schema.properties;
  return { ...schema, properties };
}

function isObject(input: unknown): input is object {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}
