import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMarkdownPattern } from './read-pattern.ts';
import { splitPassages } from './split-passages.ts';

it('readMarkdownPattern reads front matter and body', () => {
  const text =
    '---\nkind: policy\ntitle: Images\ntags: [registry, "signed"]\nsource: https://wiki.example.com/images\n---\n\n# Rules\n\nSigned ones only.\n';
  expect(readMarkdownPattern(text)).toEqual({
    kind: 'policy',
    title: 'Images',
    tags: ['registry', 'signed'],
    source: 'https://wiki.example.com/images',
    body: '# Rules\n\nSigned ones only.',
  });
});

it('readMarkdownPattern uses the first heading as title, with Windows line endings too', () => {
  expect(readMarkdownPattern('---\r\nkind: policy\r\n---\r\n# Images\r\n\r\nSigned ones.').title).toBe('Images');
  expect(readMarkdownPattern('# How we run databases #\n\nIn clusters.')).toMatchObject({
    kind: 'pattern',
    title: 'How we run databases',
    tags: [],
    source: null,
  });
});

it.each(['title: ""', 'title:', 'kind: pattern'])(
  'readMarkdownPattern uses the first heading as title when the front matter has %s',
  (line) => {
    expect(readMarkdownPattern(`---\n${line}\n---\n# Databases\n\nIn clusters.`).title).toBe('Databases');
  },
);

it.each([
  ['nothing', '', 'title'],
  ['no title', 'Only text.', 'title'],
  ['no body', '---\ntitle: Images\n---\n', 'body'],
  ['front matter that is no YAML', '---\ntitle: [\n---\ntext', 'front matter'],
  ['front matter that is a list', '---\n- a\n---\ntext', 'title'],
  ['a kind that is none', '---\nkind: law\ntitle: Images\n---\ntext', 'kind'],
  ['a field that is none', '---\ntitle: Images\norganizationId: other\n---\ntext', ''],
  ['a source that is no address', '---\ntitle: Images\nsource: javascript:alert(1)\n---\ntext', 'source'],
  ['too much text', `# Images\n\n${'x'.repeat(100_001)}`, 'body'],
  [
    'front matter of 159 KB',
    `---\n${Array.from({ length: 15_000 }, (_, index) => `key${index}: 1\n`).join('')}---\ntext`,
    'front matter',
  ],
  ['aliases without end', `---\na: &a [x]\ntitle: *a\n---\ntext`, 'front matter'],
])('readMarkdownPattern refuses %s', (_what, text, field) => {
  expect(() => readMarkdownPattern(text)).toThrowError(
    expect.objectContaining({ code: 'VALIDATION_ERROR', details: { field } }),
  );
});

it('splitPassages cuts at headings outside of code, and returns the headings above each passage', () => {
  const text = 'Intro.\n# A\none\n## B\ntwo\n```sh\n# no heading\n```\n# C\n\n## D\nthree';
  expect(splitPassages(text)).toEqual([
    { heading: '', body: 'Intro.' },
    { heading: 'A', body: 'one' },
    { heading: 'A › B', body: 'two\n```sh\n# no heading\n```' },
    { heading: 'C › D', body: 'three' },
  ]);
});

it('splitPassages loses no word, and returns no passage beyond the limit', () => {
  const line = fc.oneof(fc.lorem({ maxCount: 60 }), fc.constant(''), fc.string({ maxLength: 3_000 }));
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.map((each) => each.replaceAll(/[#`~\r]/g, '')).join('\n');
      const passages = splitPassages(text);
      expect(
        passages
          .map(({ body }) => body)
          .join('')
          .replaceAll(/\s/g, ''),
      ).toBe(text.replaceAll(/\s/g, ''));
      expect(passages.every(({ body }) => body.length <= 1_500)).toBe(true);
    }),
  );
});
