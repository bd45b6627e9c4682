import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Document, parseAllDocuments } from 'yaml';
import { maxYamlDepth, parseYamlDocuments } from './parse-yaml-documents.ts';

const indent = fc.constantFrom('', '', '  ');
const key = fc.constantFrom('a', 'b', '1', '"1"', '~', 'null', '[a]', '<<');
const value = fc.constantFrom('x', '', '{ c: 1, c: 2 }', '[{ d: 1, d: 2 }]', '[');
const entry = fc.tuple(indent, key, value).map(([blanks, name, held]) => `${blanks}${name}: ${held}`);
const text = fc
  .array(fc.oneof({ weight: 9, arbitrary: entry }, { weight: 1, arbitrary: fc.constant('---') }))
  .map((lines) => lines.join('\n'));

it.each([{}, { version: '1.1', merge: true } as const])(
  'parseYamlDocuments finds the same problems as the library, with %j',
  (dialect) => {
    const options = { ...dialect, logLevel: 'silent' } as const;
    fc.assert(
      fc.property(text, (content) => {
        const codesOf = (documents: Iterable<Pick<Document, 'errors'>>) =>
          [...documents].map(({ errors }) => errors.map(({ code }) => code).toSorted());
        expect(codesOf(parseYamlDocuments(content, options))).toEqual(codesOf(parseAllDocuments(content, options)));
      }),
    );
  },
);

it('parseYamlDocuments reads a map of many keys before the test times out', { timeout: 15_000 }, () => {
  const content = Array.from({ length: 60_000 }, (_, index) => `key${index}: 1\n`).join('');
  expect(parseYamlDocuments(`${content}key7: 2\n`)[0]?.errors).toMatchObject([{ code: 'DUPLICATE_KEY' }]);
});

it.each(['[', '{', '- ', '? ', '[ "]", '])(
  'parseYamlDocuments stops reading a megabyte of %j before the test times out',
  { timeout: 3_000 },
  (opening) => {
    const [document, ...others] = parseYamlDocuments(opening.repeat(1_000_000 / opening.length));
    expect(document?.errors).toMatchObject([{ code: 'RESOURCE_EXHAUSTION' }]);
    expect(others).toEqual([]);
  },
);

it('parseYamlDocuments accepts documents that are nested as deep as allowed', () => {
  const text = `${'['.repeat(maxYamlDepth)}${']'.repeat(maxYamlDepth)}`;
  const block = '- '.repeat(maxYamlDepth);
  expect(parseYamlDocuments(text)[0]?.errors).toEqual([]);
  expect(parseYamlDocuments(block)[0]?.errors).toEqual([]);
  expect(parseYamlDocuments(`[${text}]`)[0]?.errors).toMatchObject([{ code: 'RESOURCE_EXHAUSTION' }]);
  expect(parseYamlDocuments(`- ${block}`)[0]?.errors).toMatchObject([{ code: 'RESOURCE_EXHAUSTION' }]);
});
