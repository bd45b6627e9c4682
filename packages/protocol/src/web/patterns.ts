import { patternDocumentSchema, patternKinds } from '@shipmate/domain/pattern';
import { z } from 'zod';

/** What is kept of how an organization wants something done. */
export const patternSummarySchema = z.object({
  id: z.string(),
  /** A policy has to be kept to; a pattern is how it is best done. */
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
  /** Owners may. */
  mayChange: z.boolean(),
});
export type PatternListResponse = z.infer<typeof patternListResponseSchema>;

/** `GET /api/patterns/{id}` answers one in full; `DELETE` removes it, for owners. */
export const patternSchema = patternSummarySchema.extend({ body: z.string() });
export type PatternView = z.infer<typeof patternSchema>;

/**
 * `POST /api/patterns` keeps a document, in the place of the one of its title, and answers it; for owners. It comes as JSON, or as
 * `text/markdown` with the other fields in front matter.
 */
export const patternRequestSchema = patternDocumentSchema.strict();
export type PatternRequest = z.input<typeof patternRequestSchema>;

/** Bytes that such a request may have: JSON may need six for a character. */
export const maxPatternRequestBytes = 620_000;

/** `GET /api/patterns/search`: what is looked for, and in how many documents at most. */
export const patternSearchQuerySchema = z.object({
  q: z.string().trim().min(1).max(1_000),
  limit: z.coerce.number().int().min(1).max(20).default(5),
});

/** Passages that fit, those of the best document first. */
export const patternSearchResponseSchema = z.object({
  passages: z.array(z.object({ pattern: patternSummarySchema, heading: z.string(), body: z.string() })),
});
export type PatternSearchResponse = z.infer<typeof patternSearchResponseSchema>;
