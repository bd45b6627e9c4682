import { z } from 'zod';
import { fencePlainText } from '../kubernetes/answer/fence-plain-text.ts';

/** What tools that look at the platform answer. */
export const platformAnswerSchema = z.object({
  /** What was found, in the words of the tool. */
  summary: z.string(),
  /** What programs say of themselves, a line for each operation or parameter. */
  data: z.string(),
  /** Present when something was left out. */
  more: z.object({ hint: z.string(), cursor: z.string().optional() }).optional(),
});

export type PlatformAnswer = z.output<typeof platformAnswerSchema>;

/** Presents an answer to a model: our words, and the programs' data fenced. */
export function toModelText({ summary, data, more }: PlatformAnswer): string {
  const cursor = more?.cursor === undefined ? '' : ` Call again with cursor: "${more.cursor}" to go on.`;
  return [
    summary,
    ...(data === '' ? [] : [fencePlainText(data, { source: 'program' })]),
    ...(more === undefined ? [] : [`[more] ${more.hint}${cursor}`]),
  ].join('\n');
}
