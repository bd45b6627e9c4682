import { isJsonObject, type JsonObject } from '@shipmate/domain/cluster/object';
import { z } from 'zod';
import { parseAnswer } from './parse-answer.ts';

/** The response of `/openapi/v3`: the locations of the documents. */
export const openApiIndexSchema = z.object({
  paths: z.record(z.string(), z.object({ serverRelativeURL: z.string() })),
});

/** An OpenAPI document, reduced to its schemas. */
const openApiDocumentSchema = z.object({
  components: z
    .object({ schemas: z.record(z.string(), z.custom<JsonObject>(isJsonObject)).default({}) })
    .default({ schemas: {} }),
});

/**
 * Parses the schemas of an OpenAPI document, by the names with which they refer to one another.
 *
 * @throws AppError `EXTERNAL_API_ERROR` when it has another shape.
 */
export function parseSchemas(text: string): Readonly<Record<string, JsonObject>> {
  return parseAnswer(openApiDocumentSchema, text).components.schemas;
}

/** Returns the fingerprint of each document, keyed by its API version: `v1`, `apps/v1`. */
export function toFingerprints({ paths }: z.output<typeof openApiIndexSchema>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(paths).flatMap(([path, { serverRelativeURL: url }]) => {
      const apiVersion = /^(?:api\/([^/]+)|apis\/([^/]+\/[^/]+))$/.exec(path)?.slice(1).join('');
      return apiVersion === undefined ? [] : [[apiVersion, new URLSearchParams(url.split('?')[1]).get('hash') ?? '']];
    }),
  );
}

/** Returns the path of the OpenAPI document of an API version. */
export function toOpenApiPath(apiVersion: string): string {
  const parts = apiVersion.split('/').map(encodeURIComponent);
  return `/openapi/v3/${parts.length === 1 ? 'api' : 'apis'}/${parts.join('/')}`;
}
