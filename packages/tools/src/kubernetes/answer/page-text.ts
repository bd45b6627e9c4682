import { z } from 'zod';
import type { ClusterAnswer } from './cluster-answer.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { countFitting, toShortLines } from './fitting.ts';

/** A text, and which part of it is wanted. */
export interface TextPage {
  readonly text: string;
  /** What was asked, by which a cursor is known. */
  readonly question: unknown;
  readonly cursor: string | undefined;
  readonly maxTokens: number;
  /** How to ask for less. */
  readonly narrow: string;
}

const stateSchema = z.object({ line: z.number().int().min(0) });

/** As many lines of a text as fit, and the way to those that do not. */
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
