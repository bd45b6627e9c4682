import { AppError } from '@shipmate/core';
import { z } from 'zod';

/**
 * The options of a deletion that Shipmate sends. Unknown names are rejected, because a server ignores a misspelt
 * option.
 */
const deleteOptionsSchema = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('DeleteOptions'),
  propagationPolicy: z.enum(['Background', 'Foreground', 'Orphan']).optional(),
  preconditions: z.strictObject({ uid: z.string().optional(), resourceVersion: z.string().optional() }).optional(),
  dryRun: z.tuple([z.literal('All')]).optional(),
});

/** The version and identity that an object must have to be deleted. */
export interface DeletePreconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** Returns the body of a DELETE; an API server that receives a body ignores options in the query. */
export function toDeleteBody({ uid, resourceVersion }: DeletePreconditions) {
  const preconditions = {
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  return toBody({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    propagationPolicy: 'Background',
    ...(Object.keys(preconditions).length > 0 && { preconditions }),
  });
}

/**
 * Adds `dryRun: ["All"]` to the body of a DELETE, or returns a body with only that.
 *
 * @throws AppError `INTERNAL_ERROR` for a body that is not `DeleteOptions` in JSON, in which the server might ignore
 * dryRun.
 */
export function toDryRunDeleteBody(body: { readonly type: string; readonly text: string } | undefined) {
  if (body === undefined) return toBody({ apiVersion: 'v1', kind: 'DeleteOptions', dryRun: ['All'] });
  const options = deleteOptionsSchema.safeParse(body.type === 'application/json' ? readJson(body.text) : undefined);
  if (options.success) return toBody({ ...options.data, dryRun: ['All'] });
  throw new AppError({
    code: 'INTERNAL_ERROR',
    message: 'A dry run of a deletion was not sent: its body is not DeleteOptions in JSON.',
    cause: options.error,
  });
}

function toBody(options: z.input<typeof deleteOptionsSchema>) {
  return { type: 'application/json', text: JSON.stringify(options) };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
