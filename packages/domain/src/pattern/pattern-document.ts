import { z } from 'zod';
import { patternKinds, patternLimits } from './pattern.ts';

const { titleLength, tagLength, bodyLength, tags: maxTags } = patternLimits;

const text = z.string({ error: 'is missing' }).trim().min(1, 'is missing');

/** A pattern as JSON; its fields except `body` are also the front matter of a Markdown document. */
export const patternDocumentSchema = z.object({
  kind: z.enum(patternKinds).default('pattern'),
  title: text.max(titleLength),
  tags: z.array(z.string().trim().min(1).max(tagLength)).max(maxTags).default([]),
  source: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable()
    .default(null),
  body: text.max(bodyLength),
});
