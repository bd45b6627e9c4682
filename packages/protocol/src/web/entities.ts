import { jsonValueSchema } from '@shipmate/core';
import { entityFieldTypes, type RowFilter, rowFilterOperators } from '@shipmate/domain/workflow';
import { z } from 'zod';

/** `GET /api/entities`: the tables of the caller's organization whose rows rules watch. */
export const entityListResponseSchema = z.object({
  entities: z.array(
    z.object({
      /** `schema.table`. */
      name: z.string(),
      description: z.string(),
      /** The field that identifies a row. */
      key: z.string(),
      fields: z.array(
        z.object({
          name: z.string(),
          type: z.enum(entityFieldTypes),
          isNullable: z.boolean(),
          isWritable: z.boolean(),
        }),
      ),
    }),
  ),
});
export type EntityListResponse = z.infer<typeof entityListResponseSchema>;
export type EntityView = EntityListResponse['entities'][number];

/** Values of a row by field. */
const rowSchema = z.record(z.string(), jsonValueSchema);
export type EntityRowView = z.infer<typeof rowSchema>;

/** `quantity:less_than:10`; the values of `in` are separated by commas, and `is_null` and `is_not_null` have none. */
const filterSchema = z
  .string()
  .max(2_000)
  .transform((text, context): RowFilter => {
    const [field = '', name, ...rest] = text.split(':');
    const operator = rowFilterOperators.find((each) => each === name);
    if (operator === undefined) {
      const message = `must be "field:operator:value" with one of these operators: ${rowFilterOperators.join(', ')}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    if (operator === 'is_null' || operator === 'is_not_null') return { field, operator };
    const value = rest.join(':');
    return { field, operator, value: operator === 'in' ? value.split(',') : value };
  });

/** Query of `GET /api/entities/{name}/rows`. `filter` can be repeated; all filters have to hold. */
export const entityRowQuerySchema = z.strictObject({
  filter: z.array(filterSchema).max(20).default([]),
  /** A field; `-` before it sorts in descending order. Default: newest first. */
  sort: z.string().min(1).max(200).optional(),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** Response of `GET /api/entities/{name}/rows`; `total` counts the rows on all pages. */
export const entityRowListResponseSchema = z.object({ rows: z.array(rowSchema), total: z.number().int() });
export type EntityRowListResponse = z.infer<typeof entityRowListResponseSchema>;

/**
 * `PATCH /api/entities/{name}/rows/{key}` writes values to a row and starts the rules that watch it. `expected` holds values
 * that the person saw: CONFLICT when the row has others now.
 */
export const changeRowRequestSchema = z.strictObject({
  values: rowSchema.refine((values) => Object.keys(values).length > 0, { error: 'must name at least one field' }),
  expected: rowSchema.optional(),
});

/** Response of `PATCH /api/entities/{name}/rows/{key}`. */
export const entityRowResponseSchema = z.object({ row: rowSchema });
export type EntityRowResponse = z.infer<typeof entityRowResponseSchema>;
