import { isJsonObject, type JsonObject, nameOf, textAt } from '@shipmate/domain/cluster';
import { z } from 'zod';

/** Any object. */
export const objectSchema = z.custom<JsonObject>(isJsonObject);
const listMetaSchema = z
  .object({ continue: z.string().default(''), remainingItemCount: z.number().optional() })
  .default({ continue: '' });
/** A list of objects. */
export const listSchema = z.object({ metadata: listMetaSchema, items: z.array(objectSchema).nullish() });
/** The rows and columns that `kubectl get` shows. */
const servedTableSchema = z.object({
  metadata: listMetaSchema,
  columnDefinitions: z.array(z.object({ name: z.string(), priority: z.number().default(0) })).nullish(),
  rows: z.array(z.object({ cells: z.array(z.unknown()), object: objectSchema.nullish() })).nullish(),
});
/** The table of a list: aggregated APIs that know no tables answer their plain list, whatever they are asked for. */
export const tableSchema = z.union([
  z.object({ metadata: listMetaSchema, items: z.array(objectSchema) }).transform(
    ({ metadata, items }): z.output<typeof servedTableSchema> => ({
      metadata,
      columnDefinitions: [
        { name: 'Name', priority: 0 },
        { name: 'Created At', priority: 0 },
      ],
      rows: items.map((object) => ({
        cells: [nameOf(object), textAt(object, 'metadata', 'creationTimestamp') ?? ''],
        object,
      })),
    }),
  ),
  servedTableSchema,
]);
/** Of which build the server is. */
export const versionSchema = z.object({ gitVersion: z.string() });
/** Whether something is allowed. */
export const reviewSchema = z.object({ status: z.object({ allowed: z.boolean() }) });

/** Where a page ends. */
export function toPage({ continue: token, remainingItemCount }: z.output<typeof listMetaSchema>) {
  return {
    ...(token !== '' && { continueToken: token }),
    ...(remainingItemCount !== undefined && { remaining: remainingItemCount }),
  };
}
