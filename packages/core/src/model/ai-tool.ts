import type { ObjectSchema } from '../json/json-schema.ts';

/** A tool as a model is told of it. */
export interface AITool {
  /** `^[a-zA-Z0-9_-]{1,64}$`, the set that every provider accepts. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
}
