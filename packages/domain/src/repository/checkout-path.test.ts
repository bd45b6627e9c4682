import { describe, expect, it } from 'vitest';
import { findSensitiveName, parseCheckoutPath, requireNewCheckoutPath } from './checkout-path.ts';

const read = [
  ['a.ts', 'a.ts'],
  ['./src/../a.ts', 'a.ts'],
  ['..file', '..file'],
  ['...', '...'],
  ['.../a', '.../a'],
  ['a b/c d.txt', 'a b/c d.txt'],
  ['größe/日本.md', 'größe/日本.md'],
  ['git/config', 'git/config'],
  ['.gitkeep', '.gitkeep'],
  ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
  ['drivers/aux.c', 'drivers/aux.c'],
  ['a:b.txt', 'a:b.txt'],
  ['%2e%2e/a', '%2e%2e/a'],
  ['~/a', '~/a'],
  ['$HOME/a', '$HOME/a'],
  ['-rf', '-rf'],
  ['.git/../a.ts', 'a.ts'],
  [`${'d/'.repeat(255)}f`, `${'d/'.repeat(255)}f`],
] as const;

it.each(read)('parseCheckoutPath reads %j', (path, parsed) => {
  expect(parseCheckoutPath(path)).toBe(parsed);
});

const refused: readonly string[] = [
  '',
  '.',
  'a/..',
  '..',
  '../a',
  'a/../../b',
  '/etc/passwd',
  '//a',
  'C:/a',
  'a//b',
  'a/',
  'a\\b',
  'a\0',
  'a\nb',
  'a\u202Eb',
  '\uD800',
  '.git',
  '.GIT/config',
  'x/.git/hooks/a',
  '.git./a',
  '.git /a',
  'git~1/a',
  '.git:x',
  '.git::$INDEX_ALLOCATION',
  '.g\u200Cit/a',
  '\uFEFF.git',
  '.\uFF47\uFF49\uFF54',
  'a'.repeat(256),
  'ä'.repeat(128),
  'd/'.repeat(256).concat('f'),
  'abcdefghi/'.repeat(400).concat('f'),
];

it.each(refused.map((path) => [path.slice(0, 40), path]))('parseCheckoutPath refuses %j', (_shown, path) => {
  expect(() => parseCheckoutPath(path)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
});

it.each(['...', '..file', 'a b', '.gitmodules', '.gitkeep', 'größe'])('a new file may be called %j', (path) => {
  expect(() => requireNewCheckoutPath(path)).not.toThrow();
});

it.each(['aux.c', 'a:b', 'x/con', '. .', '.gitmodules ', 'gitmod~1', '.GitAttributes'])(
  'a new file may not be called %j',
  (path) => {
    expect(() => requireNewCheckoutPath(path)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
  },
);

describe('findSensitiveName', () => {
  it.each([
    '.gitignore',
    'sub/.gitattributes',
    '.GitHub/workflows/ci.yml',
    '.npmrc',
    '.mcp.json',
    '.vscode/settings.json',
    '.idea/a.xml',
    '.claude/settings.json',
    '.BashRC',
    '.npm\u200Crc',
    '.npmrc.',
    'x/HEAD',
    'Jenkinsfile',
  ])('names the segment of %j', (path) => {
    expect(findSensitiveName(path)).toBeDefined();
  });

  it.each(['src/a.ts', 'README.md', 'github/a', 'docs/.github.md', 'npmrc', '.gitkeep', 'src/head.ts'])(
    'finds none in %j',
    (path) => {
      expect(findSensitiveName(path)).toBeUndefined();
    },
  );
});
