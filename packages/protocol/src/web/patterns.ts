import { patternDocumentSchema, patternKinds, patternLimits } from '@shipmate/domain/pattern';
import { z } from 'zod';

/** A pattern or policy of an organization. */
export const patternSummarySchema = z.object({
  id: z.string(),
  /** A policy is mandatory; a pattern is the recommended practice. */
  kind: z.enum(patternKinds),
  title: z.string(),
  tags: z.array(z.string()),
  source: z.string().nullable(),
  savedByUserId: z.string(),
  savedAt: z.string(),
});
export type PatternSummary = z.infer<typeof patternSummarySchema>;

/** `GET /api/patterns`: all of the caller's organization, by title. */
export const patternListResponseSchema = z.object({
  patterns: z.array(patternSummarySchema),
  /** True for owners. */
  mayChange: z.boolean(),
});
export type PatternListResponse = z.infer<typeof patternListResponseSchema>;

/** `GET /api/patterns/{id}` returns one in full; `DELETE` deletes it, for owners. */
export const patternSchema = patternSummarySchema.extend({ body: z.string() });
export type PatternView = z.infer<typeof patternSchema>;

/**
 * `POST /api/patterns` stores a document, replacing one with the same title, and returns it; for owners. The body is
 * JSON, or `text/markdown` with the other fields as front matter.
 */
export const patternRequestSchema = patternDocumentSchema.strict();
export type PatternRequest = z.input<typeof patternRequestSchema>;

/** Maximum size of such a request, in bytes: JSON may need six per character. */
export const maxPatternRequestBytes = 6 * patternLimits.bodyLength + 30_000;

/** `GET /api/patterns/search`: the query, and the maximum number of documents. */
export const patternSearchQuerySchema = z.strictObject({
  q: z.string().trim().min(1).max(1_000),
  limit: z.coerce.number().int().min(1).max(20).default(5),
});

/** Matching passages, those of the best document first. */
export const patternSearchResponseSchema = z.object({
  passages: z.array(z.object({ pattern: patternSummarySchema, heading: z.string(), body: z.string() })),
});
export type PatternSearchResponse = z.infer<typeof patternSearchResponseSchema>;
