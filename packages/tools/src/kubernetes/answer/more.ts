import { z } from 'zod';

/** What was left out of an answer. */
export const moreSchema = z.object({
  /** What it is, and how to get at it. */
  hint: z.string(),
  /** Goes on where the answer ends. */
  cursor: z.string().optional(),
});

/** What a model is told of the rest, if there is any. */
export function toMoreText(more: z.output<typeof moreSchema> | undefined): readonly string[] {
  if (more === undefined) return [];
  const cursor = more.cursor === undefined ? '' : ` Call again with cursor: "${more.cursor}" to go on.`;
  return [`[more] ${more.hint}${cursor}`];
}
