import type { BoundTool } from '@shipmate/core';

type InputSchema = BoundTool['inputSchema'];

/** Binds tools to one kubeconfig context: every call uses it, and the model cannot choose another. */
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
