import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const stateSchema = z.object({ status: z.number(), body: z.unknown() }).nullish();

/** A recorded request with the response of a real API server. */
export const wireRecordSchema = z.object({
  name: z.string(),
  request: z.object({
    method: z.string(),
    path: z.string(),
    query: z.string().nullish(),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown(),
  }),
  response: z.object({
    status: z.number(),
    headers: z.array(z.tuple([z.string(), z.string()])).default([]),
    body: z.unknown().optional(),
    bodyText: z.string().nullish(),
    truncated: z.boolean().default(false),
  }),
  stateBefore: stateSchema,
  stateAfter: stateSchema,
});

export type WireRecord = z.output<typeof wireRecordSchema>;

/** Reads the records of a folder in the order of their file names. @throws Error for a file of another shape */
export async function readWireRecords(folder: string): Promise<readonly WireRecord[]> {
  const names = (await readdir(folder)).filter((name) => /^\d.*\.json$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => wireRecordSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
  );
}

/** Returns the query of a request. */
export function queryOf({ request: { query } }: WireRecord): URLSearchParams {
  return new URLSearchParams(query ?? '');
}

/** Returns a header of a request by its case-insensitive name. */
export function headerOf({ request: { headers } }: WireRecord, name: string): string | undefined {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
}
