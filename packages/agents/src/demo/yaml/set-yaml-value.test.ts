import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { setYamlValue } from './set-yaml-value.ts';

const cases: readonly {
  readonly name: string;
  readonly content: string;
  readonly path: readonly [string, ...string[]];
  readonly value: unknown;
  readonly expected: string;
}[] = [
  {
    name: 'a number beside its comment',
    content: '# top\nreplicaCount: 1 # how many\nother: 2\n',
    path: ['replicaCount'],
    value: 3,
    expected: '# top\nreplicaCount: 3 # how many\nother: 2\n',
  },
  {
    name: 'a nested text in quotes',
    content: 'image:\n  repository: nginx\n  # the tag\n  tag: ""\n\nnext: 1\n',
    path: ['image', 'tag'],
    value: '1.27',
    expected: 'image:\n  repository: nginx\n  # the tag\n  tag: "1.27"\n\nnext: 1\n',
  },
  {
    name: 'a key without a value',
    content: 'image:\n  tag:\n  pullPolicy: Always\n',
    path: ['image', 'tag'],
    value: 'v2',
    expected: 'image:\n  tag: v2\n  pullPolicy: Always\n',
  },
  {
    name: 'a key that its map lacks, before what follows',
    content: 'image:\n    repository: nginx # here\n\n# next\nnext: 1\n',
    path: ['image', 'tag'],
    value: 'v2',
    expected: 'image:\n    repository: nginx # here\n    tag: v2\n\n# next\nnext: 1\n',
  },
  {
    name: 'a section that is missing',
    content: 'a: 1\n# last words',
    path: ['ingress', 'enabled'],
    value: true,
    expected: 'a: 1\n# last words\n\ningress:\n  enabled: true\n',
  },
  {
    name: 'a map in an empty one in braces',
    content: 'ingress: {} # none\nnext: 1\n',
    path: ['ingress', 'enabled'],
    value: true,
    expected: 'ingress:\n  enabled: true # none\nnext: 1\n',
  },
  {
    name: 'a key of a map in braces, keeping the others',
    content: 'top:\n  image: { tag: a, pull: b }\nnext: 1\n',
    path: ['top', 'image', 'tag'],
    value: 'c',
    expected: 'top:\n  image:\n    tag: c\n    pull: b\nnext: 1\n',
  },
  { name: 'the first key of an empty file', content: '', path: ['a', 'b'], value: 1, expected: 'a:\n  b: 1\n' },
  { name: 'the first key of a file of comments', content: '# c\n', path: ['a'], value: 1, expected: '# c\n\na: 1\n' },
];

describe('setYamlValue', () => {
  it.each(cases)('setYamlValue sets $name', ({ content, path, value, expected }) => {
    const after = setYamlValue(content, path, value);
    expect(after).toBe(expected);
    expect(path.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], parse(after))).toEqual(value);
  });

  it.each([
    { name: 'no YAML', content: 'a: [', path: ['a'], code: 'VALIDATION_ERROR' },
    { name: 'a list at the top', content: '- a\n', path: ['a'], code: 'CONFLICT' },
    { name: 'a text on the way', content: 'a: text\n', path: ['a', 'b'], code: 'CONFLICT' },
  ] as const)('setYamlValue refuses $name', ({ content, path, code }) => {
    expect(() => setYamlValue(content, path, 1)).toThrow(expect.objectContaining({ code }));
  });
});
