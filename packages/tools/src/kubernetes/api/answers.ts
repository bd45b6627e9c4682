import { isJsonObject, type JsonObject } from '@shipmate/domain/cluster';
import { z } from 'zod';

/** Any object. */
export const objectSchema = z.custom<JsonObject>(isJsonObject);
const listMetaSchema = z
  .object({ continue: z.string().default(''), remainingItemCount: z.number().optional() })
  .default({ continue: '' });
/** A list of objects. */
export const listSchema = z.object({ metadata: listMetaSchema, items: z.array(objectSchema).nullish() });
/** What `kubectl get` shows. */
export const tableSchema = z.object({
  metadata: listMetaSchema,
  columnDefinitions: z.array(z.object({ name: z.string(), priority: z.number().default(0) })).nullish(),
  rows: z.array(z.object({ cells: z.array(z.unknown()), object: objectSchema.nullish() })).nullish(),
});
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
