import { z } from 'zod';

/** The remainder that was left out of a truncated answer. */
export const moreSchema = z.object({
  /** A description of the remainder and how to read it. */
  hint: z.string(),
  /** A cursor for the next page. */
  cursor: z.string().optional(),
});

/** Renders the remainder for a model; empty when nothing was left out. */
export function toMoreText(more: z.output<typeof moreSchema> | undefined): readonly string[] {
  if (more === undefined) return [];
  const cursor = more.cursor === undefined ? '' : ` Call again with cursor: "${more.cursor}" to go on.`;
  return [`[more] ${more.hint}${cursor}`];
}
