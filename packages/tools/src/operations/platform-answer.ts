import { z } from 'zod';
import { fencePlainText } from '../kubernetes/answer/plain-text.ts';

/** The output of the tools that list operations. */
export const platformAnswerSchema = z.object({
  /** A one-line summary of the result, written by the tool. */
  summary: z.string(),
  /** The programs' descriptions, one line for each operation or parameter. */
  data: z.string(),
  /** Present when the answer is truncated. */
  more: z.object({ hint: z.string(), cursor: z.string().optional() }).optional(),
});

type PlatformAnswer = z.output<typeof platformAnswerSchema>;

/** Renders an answer for a model: the summary as is, and the programs' data fenced. */
export function toModelText({ summary, data, more }: PlatformAnswer): string {
  const cursor = more?.cursor === undefined ? '' : ` Call again with cursor: "${more.cursor}" to go on.`;
  return [
    summary,
    ...(data === '' ? [] : [fencePlainText(data, { source: 'program' })]),
    ...(more === undefined ? [] : [`[more] ${more.hint}${cursor}`]),
  ].join('\n');
}
