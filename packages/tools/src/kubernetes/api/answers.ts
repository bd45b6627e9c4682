import { isJsonObject, type JsonObject, nameOf, textAt } from '@shipmate/domain/cluster/object';
import { z } from 'zod';

/** Any Kubernetes object. */
export const objectSchema = z.custom<JsonObject>(isJsonObject);
const listMetaSchema = z
  .object({ continue: z.string().default(''), remainingItemCount: z.number().optional() })
  .default({ continue: '' });
/** A list of Kubernetes objects. */
export const listSchema = z.object({ metadata: listMetaSchema, items: z.array(objectSchema).nullish() });
/** The rows and columns that `kubectl get` shows. */
const servedTableSchema = z.object({
  metadata: listMetaSchema,
  columnDefinitions: z.array(z.object({ name: z.string(), priority: z.number().default(0) })).nullish(),
  rows: z.array(z.object({ cells: z.array(z.unknown()), object: objectSchema.nullish() })).nullish(),
});
/** A list as a table; aggregated APIs without table support return a plain list instead. */
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
/** The response of `/version`. */
export const versionSchema = z.object({ gitVersion: z.string() });
/** The response of an access review. */
export const reviewSchema = z.object({ status: z.object({ allowed: z.boolean() }) });

/** Returns the position of a page: the continue token and the number of remaining items. */
export function toPage({ continue: token, remainingItemCount }: z.output<typeof listMetaSchema>) {
  return {
    ...(token !== '' && { continueToken: token }),
    ...(remainingItemCount !== undefined && { remaining: remainingItemCount }),
  };
}
