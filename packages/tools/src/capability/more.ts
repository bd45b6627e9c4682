import { z } from 'zod';

/** What was left out of an answer, and how to go on. */
export const moreSchema = z.object({ hint: z.string(), cursor: z.string().optional() });

/** What a model is told of the rest. */
export function toMoreText(more: z.output<typeof moreSchema> | undefined): readonly string[] {
  if (more === undefined) return [];
  const cursor = more.cursor === undefined ? '' : ` Call again with cursor: "${more.cursor}" to go on.`;
  return [`[more] ${more.hint}${cursor}`];
}
