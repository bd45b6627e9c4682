import { isJsonObject, type JsonObject } from '@shipmate/domain/cluster';
import { z } from 'zod';

/** The answer of `/openapi/v3`: where the documents are. */
export const openApiIndexSchema = z.object({
  paths: z.record(z.string(), z.object({ serverRelativeURL: z.string() })),
});

/** An OpenAPI document, of which only the schemas matter here. */
export const openApiDocumentSchema = z.object({
  components: z
    .object({ schemas: z.record(z.string(), z.custom<JsonObject>(isJsonObject)).default({}) })
    .default({ schemas: {} }),
});

/** The fingerprint of every document, by the version of a group that it describes: `v1`, `apps/v1`. */
export function toFingerprints({ paths }: z.output<typeof openApiIndexSchema>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(paths).flatMap(([path, { serverRelativeURL: url }]) => {
      const apiVersion = /^(?:api\/([^/]+)|apis\/([^/]+\/[^/]+))$/.exec(path)?.slice(1).join('');
      return apiVersion === undefined ? [] : [[apiVersion, new URLSearchParams(url.split('?')[1]).get('hash') ?? '']];
    }),
  );
}

/** Where the document of a version of a group is. */
export function toOpenApiPath(apiVersion: string): string {
  const parts = apiVersion.split('/').map(encodeURIComponent);
  return `/openapi/v3/${parts.length === 1 ? 'api' : 'apis'}/${parts.join('/')}`;
}
