import { z } from 'zod';

/** The fields that are read of a package; ArtifactHub omits false ones. */
export const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string().default(''),
  deprecated: z.boolean().default(false),
  official: z.boolean().default(false),
  stars: z.number().default(0),
  repository: z.object({
    name: z.string(),
    url: z.string(),
    official: z.boolean().default(false),
    verified_publisher: z.boolean().default(false),
  }),
});

/** A package with its versions, as the detail endpoint returns it. */
export const packageDetailSchema = packageSchema.extend({
  available_versions: z.array(z.object({ version: z.string(), prerelease: z.boolean().default(false) })).default([]),
});

export const searchResponseSchema = z.object({
  packages: z
    .array(packageSchema)
    .nullish()
    .transform((packages) => packages ?? []),
});

export type Package = z.output<typeof packageSchema>;
export type PackageDetail = z.output<typeof packageDetailSchema>;
