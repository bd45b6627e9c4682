/** A JSON Schema document (2020-12 as zod writes it). */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The schema of a tool's input: always an object. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: unknown };
  readonly required?: readonly string[];
}
