import type { AITool } from '../model/ai-tool.ts';
import type { BoundTool } from './bound-tool.ts';

/** Describes a tool for a model: name, description and input schema. */
export function toAITool({ name, description, inputSchema, modelSchema = inputSchema }: BoundTool): AITool {
  return { name, description, inputSchema: modelSchema };
}
