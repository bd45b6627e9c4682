import type { ObjectSchema } from '../json/json-schema.ts';

/** Description of a tool for a model. */
export interface AITool {
  /** `^[a-zA-Z0-9_-]{1,64}$`, the pattern that every provider accepts. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
}
