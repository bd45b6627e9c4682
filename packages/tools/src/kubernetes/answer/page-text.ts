import { z } from 'zod';
import type { ClusterAnswer } from './cluster-answer.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { countFitting, toShortLines } from './fitting.ts';

/** A text and the page of it to return. */
interface TextPage {
  readonly text: string;
  /** The question that a cursor of this text is bound to. */
  readonly question: unknown;
  readonly cursor: string | undefined;
  readonly maxTokens: number;
  /** Advice on how to narrow the question. */
  readonly narrow: string;
}

const stateSchema = z.object({ line: z.number().int().min(0) });

/** Returns the lines of a text that fit, and a cursor for the rest. */
export function pageText({
  text,
  question,
  cursor,
  maxTokens,
  narrow,
}: TextPage): Pick<ClusterAnswer, 'data' | 'more'> {
  const lines = toShortLines(text);
  const from = cursor === undefined ? 0 : readCursor(cursor, question, stateSchema).line;
  const rest = lines.slice(from);
  const count = countFitting(rest, maxTokens);
  const end = from + count;
  const data = rest.slice(0, count).join('\n');
  if (end >= lines.length) return { data };
  const hint = `Lines ${from + 1} to ${end} of ${lines.length} are shown. ${narrow}`;
  return { data, more: { hint, cursor: writeCursor(question, { line: end }) } };
}
