import { maxFileCharacters } from '@shipmate/domain/workspace';
import { z } from 'zod';

const name = z.string().trim().min(1).max(200);

/** Query of `GET /api/charts`. */
export const chartSearchQuerySchema = z.strictObject({ q: name });

/** A published chart. */
export const catalogChartSchema = z.object({
  name: z.string(),
  /** ArtifactHub's name of the repository. */
  repository: z.string(),
  repositoryUrl: z.string(),
  /** The newest version. */
  version: z.string(),
  description: z.string(),
  stars: z.number(),
  deprecated: z.boolean(),
  official: z.boolean(),
  /** The publisher has proven ownership of the repository. */
  verified: z.boolean(),
});
export type CatalogChartView = z.infer<typeof catalogChartSchema>;

/** `GET /api/charts?q=`: published charts, most relevant first; 502 when ArtifactHub cannot be reached. */
export const chartSearchResponseSchema = z.object({ charts: z.array(catalogChartSchema) });
export type ChartSearchResponse = z.infer<typeof chartSearchResponseSchema>;

/** `GET /api/charts/{repository}/{name}`. */
export const catalogChartResponseSchema = catalogChartSchema.extend({
  /** Newest first. */
  versions: z.array(z.object({ version: z.string(), prerelease: z.boolean() })),
});
export type CatalogChartResponse = z.infer<typeof catalogChartResponseSchema>;

/**
 * `POST /api/workspaces/catalog`: creates a workspace from a published chart; the response is that of an archive
 * import.
 */
export const createFromCatalogRequestSchema = z.strictObject({ name, repository: name, version: name });
export type CreateFromCatalogRequest = z.infer<typeof createFromCatalogRequestSchema>;

/** Maximum length of the manifests that are converted together: that of a file, as a conversion may yield one. */
export const maxManifestCharacters = maxFileCharacters;

/** `POST /api/workspaces/manifests`: creates a workspace with a chart converted from Kubernetes manifests. */
export const createFromManifestsRequestSchema = z.strictObject({
  /** Name of the chart; that of a workload when absent. */
  name: z
    .string()
    .regex(/^[a-z](?:[a-z0-9-]{0,51}[a-z0-9])?$/, 'must be lower-case letters, digits and "-", at most 53')
    .optional(),
  files: z
    .array(z.strictObject({ name: z.string().max(300), content: z.string() }))
    .min(1)
    .max(500)
    .refine((files) => files.reduce((sum, { content }) => sum + content.length, 0) <= maxManifestCharacters, {
      error: 'may have at most 1,000,000 characters together. Convert them in several charts.',
    }),
  /** Prompt for an agent after the conversion. */
  prompt: z.string().trim().min(1).max(20_000).optional(),
  /** One of the session's models; the default one when absent. */
  model: z.string().optional(),
});
export type CreateFromManifestsRequest = z.infer<typeof createFromManifestsRequestSchema>;

const remarks = z.array(z.object({ source: z.string(), message: z.string() }));
export const createFromManifestsResponseSchema = z.object({
  workspaceId: z.string(),
  /** Conversation of the answer to the prompt; null without a prompt. */
  conversationId: z.string().nullable(),
  /** The manifests that were not converted, with the reasons. */
  left: remarks,
  /** Notes on the converted manifests. */
  notes: remarks,
});
export type CreateFromManifestsResponse = z.infer<typeof createFromManifestsResponseSchema>;
