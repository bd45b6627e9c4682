import type { AITool } from '../model/ai-tool.ts';
import type { BoundTool } from './bound-tool.ts';

/** A tool as a model is told of it: name, description and input schema, nothing that runs. */
export function toAITool({ name, description, inputSchema, modelSchema = inputSchema }: BoundTool): AITool {
  return { name, description, inputSchema: modelSchema };
}
