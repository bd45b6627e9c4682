import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repairJson } from './repair-json.ts';

describe('repairJson repairs', () => {
  test.each([
    ['a code fence', '```json\n{"a": 1}\n```', { a: 1 }],
    ['a code fence without a language', '```{"a": [1]}```', { a: [1] }],
    ['a code fence that is not closed', '```json\n{"a": 1}\n', { a: 1 }],
    ['a fence within a string', '{"a": "```sh\\nls\\n```",}', { a: '```sh\nls\n```' }],
    ['trailing commas', '{"a": [1, 2,], "b": {"c": 3,},}', { a: [1, 2], b: { c: 3 } }],
    ['single quotes', "{'a': 'say \"hi\"', 'b': 'it\\'s'}", { a: 'say "hi"', b: "it's" }],
    ['bare keys', '{path: "x", $ref_1: {app-name: "y"}}', { path: 'x', $ref_1: { 'app-name': 'y' } }],
    ["Python's literals", "{'a': True, 'b': False, 'c': None}", { a: true, b: false, c: null }],
    ['comments', '// input\n{"a": /* one */ 1, // two\n "url": "http://x"}', { a: 1, url: 'http://x' }],
    ['raw line breaks and tabs in a string', '{"a": "x\n\ty"}', { a: 'x\n\ty' }],
    ['escapes', "{'a': 'tab\\t \\u00e9 \\\\ \\/',}", { a: 'tab\t é \\ /' }],
    ['numbers', '{"a": -1.5e3, "b": 0,}', { a: -1500, b: 0 }],
    ['copies of one value', '{"a": 1}{"a": 1}\n{"a":1}', { a: 1 }],
    ['a missing brace', '{"a": "x"', { a: 'x' }],
    ['missing brackets after a literal', '{"a": [{"b": true', { a: [{ b: true }] }],
    ['a missing brace behind a comment', '{"a": "x" // the end }', { a: 'x' }],
    ['blanks around every token', "{ 'a' : [ 1 , { } , 2, ] , }", { a: [1, {}, 2] }],
    ['comments around a colon', '{a/* one */:/* two */[/* three */]}', { a: [] }],
    ['more lists than may be nested', `[${'[1],'.repeat(250)}]`, Array(250).fill([1])],
    [
      'a list as deep as may be',
      `${'['.repeat(200)}1,${']'.repeat(200)}`,
      JSON.parse(`${'['.repeat(200)}1${']'.repeat(200)}`),
    ],
    ['a key of the prototype', '{"__proto__": {"a": 1},}', JSON.parse('{"__proto__": {"a": 1}}')],
  ])('%s', (_, text, value) => {
    expect(repairJson(text)).toStrictEqual(value);
  });
});

describe('repairJson returns undefined for', () => {
  test.each([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['an open string', '{"content": "first line\\nsecond'],
    ['an open string in single quotes', "{'a': 'b"],
    ['a string that ends in an escape', '{"a": "b\\'],
    ['a number at the end', '{"replicas": 1'],
    ['half a literal', '{"a": tru'],
    ['an opening bracket', '{"a": {'],
    ['a key', '{"a"'],
    ['a key without its value', '{"a": "x", "b":'],
    ['a comma at the end', '{"a": "x",'],
    ['an open comment', '{"a": "x" /* and'],
    ['different values', '{"a": 1}{"a": 2}'],
    ['a value and prose', '{"a": 1} is what I need'],
    ['prose and a value', 'Here it is: {"a": 1}'],
    ['bare words', '{"a": staging}'],
    ['quotes within quotes', `{'a': 'say 'yes', please'}`],
    ['a string that was closed by the next', '{"a": "x, "b": "y"}'],
    ['an unknown escape', '{"pattern": "\\d+"}'],
    ['a missing comma', '{"a": 1 "b": 2}'],
    ['two commas', '[1,,2]'],
    ['a wrong bracket', '{"a": [1}'],
    ['too many brackets', '{"a": 1}}'],
    ['an octal number', '{"a": 010}'],
    ['a fence that is not opened', '{"a": 1,}\n```'],
    ['valid JSON deeper than may be', `${'['.repeat(201)}${']'.repeat(201)}`],
    ['a list deeper than may be', '['.repeat(201)],
    ['a bottomless list', '['.repeat(100_000)],
    ['a deep list with a slip', `${'['.repeat(300)}1,${']'.repeat(300)}`],
  ])('%s', (_, text) => {
    expect(repairJson(text)).toBeUndefined();
  });
});

test('repairJson reads valid JSON as it is', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
      expect(repairJson(text)).toStrictEqual(JSON.parse(text));
    }),
  );
});

test('repairJson returns a JSON value or undefined for any text', () => {
  const slips = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ',',
    ':',
    '\\',
    '//',
    '/*',
    '*/',
    '```',
    ' ',
    'a',
    'None',
    '1',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(slips).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(() => repairJson(text)).not.toThrow();
    }),
    { numRuns: 2000 },
  );
});

test('repairJson refuses a truncated text unless only its last brackets are missing', () => {
  const inputs = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string())));
  fc.assert(
    fc.property(inputs, fc.nat(), (input, cut) => {
      const text = JSON.stringify(input);
      const start = text.slice(0, cut % text.length);
      const repaired = JSON.stringify(repairJson(start)) ?? start;
      expect(repaired.slice(0, start.length)).toBe(start);
      expect(repaired.slice(start.length)).toMatch(/^[\]}]*$/);
    }),
    { numRuns: 1000 },
  );
});
