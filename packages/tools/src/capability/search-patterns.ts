import { defineTool, fenceText, type ToolContext } from '@shipmate/core';
import { patternKinds } from '@shipmate/domain/pattern';
import { toSearchTerms } from '@shipmate/domain/search';
import type { PatternReader } from '@shipmate/domain/tool-storage';
import { z } from 'zod';
import { clusterInput, roomFor } from '../kubernetes/answer/cluster-input.ts';
import { readCursor, writeCursor } from '../kubernetes/answer/cursor.ts';
import { countFitting } from '../kubernetes/answer/fitting.ts';
import { moreSchema, toMoreText } from '../kubernetes/answer/more.ts';

const passageSchema = z.object({
  patternId: z.string(),
  /** A policy is mandatory; a pattern is a recommendation. */
  kind: z.enum(patternKinds),
  title: z.string(),
  tags: z.array(z.string()),
  source: z.string().nullable(),
  heading: z.string(),
  text: z.string(),
});
type PassageView = z.output<typeof passageSchema>;

const stateSchema = z.object({ from: z.number().int().min(0) });

export const searchPatterns = defineTool({
  name: 'search_patterns',
  description:
    'Searches the patterns (recommended practice) and policies (mandatory rules) of this organization. Use it before you recommend or ' +
    'write manifests. Returns the matching passages; with pattern, a document in full.',
  effect: 'read',
  input: () =>
    z.object({
      intent: z.string().trim().min(1).max(1_000).describe('The task, in a few words.'),
      limit: z.number().int().min(1).max(20).default(5).describe('Maximum number of documents.'),
      pattern: z.string().trim().min(1).max(100).optional().describe('Id of one document, to read it in full.'),
      cursor: clusterInput.cursor,
      maxTokens: clusterInput.maxTokens,
    }),
  output: () =>
    z.object({
      passages: z.array(passageSchema),
      /** The number of matching passages, shown or not. */
      total: z.number().int(),
      more: moreSchema.optional(),
    }),
  async execute(input, { ports, principal }: ToolContext<{ patterns: PatternReader }>) {
    const { intent, limit, pattern, cursor } = input;
    const { patterns } = ports;
    const question = ['search_patterns', intent, limit, pattern];
    const from = cursor === undefined ? 0 : readCursor(cursor, question, stateSchema).from;
    const matches =
      pattern === undefined
        ? await patterns.search(principal, { terms: toSearchTerms(intent), limit })
        : await patterns.listPassages(principal, pattern);
    const rest = matches.slice(from).map(({ pattern: { id, kind, title, tags, source }, heading, body }) => ({
      patternId: id,
      kind,
      title,
      tags: [...tags],
      source,
      heading,
      text: body,
    }));
    const count = countFitting(
      rest.map((each, index) => toPassageText(each, rest[index - 1])),
      roomFor(input.maxTokens),
    );
    const more = {
      hint: `${rest.length - count} more passages fit.`,
      cursor: writeCursor(question, { from: from + count }),
    };
    return { passages: rest.slice(0, count), total: matches.length, ...(count < rest.length && { more }) };
  },
  toModel({ passages, total, more }) {
    if (total === 0) return 'No document of this organization matches.';
    const text = passages.map((each, index) => toPassageText(each, passages[index - 1])).join('\n\n');
    const names = [...new Set(passages.map(({ title }) => title))];
    const origin = { source: 'pattern', ...(names.length === 1 && { name: names[0] }) } as const;
    return [fenceText(text, origin), ...toMoreText(more)].join('\n\n');
  },
});

/** Renders a passage under the heading of its document, unless the previous passage has the same heading. */
function toPassageText(
  { patternId, kind, title, tags, source, heading, text }: PassageView,
  before?: PassageView,
): string {
  const labels = [kind, ...tags, ...(source === null ? [] : [source])].join(', ');
  const head = before?.patternId === patternId ? [] : [`## ${title} [${labels}; pattern ${patternId}]`];
  return [...head, ...(heading === '' ? [] : [`(${heading})`]), text].join('\n');
}
