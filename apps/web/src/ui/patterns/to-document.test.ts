import { readMarkdownPattern } from '@shipmate/domain/pattern';
import { expect, it } from 'vitest';
import { toDocument } from './to-document.ts';

it.each([
  {
    kind: 'policy',
    title: 'Images',
    tags: ['a', 'b: "c"'],
    source: 'https://wiki.example.com/x?y=#z',
    body: '# A\n\nb',
  },
  { kind: 'pattern', title: '"quoted": yes # no comment', tags: [], source: null, body: '---\nnot: front matter\n---' },
] as const)('toDocument writes a document that parses to the same pattern: $title', (pattern) => {
  const document = { ...pattern, tags: [...pattern.tags] };
  expect(readMarkdownPattern(toDocument(document))).toEqual(document);
});
