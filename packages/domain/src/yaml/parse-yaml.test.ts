import { describe, expect, it } from 'vitest';
import { parseAllYaml, parseYaml } from './parse-yaml.ts';

const field = 'patch';

describe('parseYaml', () => {
  it.each([
    ['a map', 'a: 1\nb: [x, y]', { a: 1, b: ['x', 'y'] }],
    ['JSON', '{"a": {"b": null}}', { a: { b: null } }],
    ['an alias', 'a: &x [1]\nb: *x', { a: [1], b: [1] }],
    ['an empty text', '', null],
    ['a hundred levels', `${'['.repeat(100)}${']'.repeat(100)}`, expect.any(Array)],
  ])('returns the data of %s', (_, text, data) => {
    expect(parseYaml(text, { field })).toEqual(data);
  });

  it.each([
    ['a syntax error', 'a: 1\nb: [', 'line 2, column 5'],
    ['a duplicate key', 'a: 1\na: 2', 'line 2, column 1: Map keys must be unique'],
    ['a second document', 'a: 1\n---\nb: 2', 'it holds more than one document'],
    ['an alias without an anchor', 'a: *x', 'Unresolved alias'],
    ['more than 100 aliases', `a: &x 1\nb: [${'*x, '.repeat(101)}]`, 'it has more than 100 aliases'],
    [
      'aliases that multiply',
      Array.from({ length: 9 }, (__, n) => `a${n}: &a${n} [${n === 0 ? 'x' : `*a${n - 1}, `.repeat(9)}]`).join('\n'),
      'Excessive alias count',
    ],
    ['a list nested too deeply', '['.repeat(101) + ']'.repeat(101), 'nested more than 100 levels deep'],
    ['lists in one line nested too deeply', `${'- '.repeat(2_000)}a`, 'nested more than 100 levels deep'],
    ['brackets without end', '['.repeat(5_000), 'nested more than 100 levels deep'],
  ])('refuses %s with the field and the place', (_, text, reason) => {
    expect(() => parseYaml(text, { field })).toThrowError(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: expect.stringMatching(/^"patch" is not valid YAML: /),
        details: { field },
      }),
    );
    expect(() => parseYaml(text, { field })).toThrowError(reason);
  });

  it('returns the last of duplicate keys when they are allowed', () => {
    expect(parseYaml('a: 1\na: 2', { field, allowDuplicateKeys: true })).toEqual({ a: 2 });
  });

  it('parses every document of a text', () => {
    expect(parseAllYaml('a: 1\n---\n# nothing\n---\nb: 2\n', { field })).toEqual([{ a: 1 }, null, { b: 2 }]);
  });
});
