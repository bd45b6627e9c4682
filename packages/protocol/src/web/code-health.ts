import { z } from 'zod';

const evidenceSchema = z.array(z.object({ path: z.string(), line: z.number() })).readonly();

/** `GET /api/repositories/{id}/health`: findings about the imports of the newest map, each with the lines that show it. */
export const codeHealthResponseSchema = z.object({
  commit: z.string(),
  /** Files that import each other in a circle when they run; at most 20. */
  cycles: z.array(z.object({ paths: z.array(z.string()).readonly(), evidence: evidenceSchema })).readonly(),
  /** The files that most other files import; at most 10. */
  hubs: z
    .array(z.object({ path: z.string(), importers: z.number(), imports: z.number(), evidence: evidenceSchema }))
    .readonly(),
  /** Source files that no file imports and that are no entry point, test or configuration; at most 1,000. */
  unused: z.array(z.object({ path: z.string(), evidence: evidenceSchema })).readonly(),
  unusedCount: z.number(),
  /** Folders or packages: the share of outgoing dependencies among all, from 0 (stable) to 1. */
  instability: z
    .array(
      z.object({
        folder: z.string(),
        /** The number of other folders that depend on it. */
        afferent: z.number(),
        /** The number of other folders that it depends on. */
        efferent: z.number(),
        instability: z.number(),
        evidence: evidenceSchema,
      }),
    )
    .readonly(),
});
export type CodeHealthResponse = z.infer<typeof codeHealthResponseSchema>;
