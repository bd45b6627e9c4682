import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const stems = [
  'mend',
  'anew',
  'whoever',
  'somebody',
  'everybody',
  'aside',
  'fate',
  'hush',
  'doom',
  'torture',
  'doubt',
  'patience',
  'wish',
];

/** Matches these stems as words and as parts of camel-case names. It does not match "recommend" or the HTML element `aside`. */
const forbidden = new RegExp(
  [
    `(?<![A-Za-z<]|</)(?:${stems.join('|')})(?:s|d|ed|es|ing)?(?![a-z])`,
    `(?:${stems.map((stem) => stem.charAt(0).toUpperCase() + stem.slice(1)).join('|')})(?:s|d|ed|es|ing)?(?![a-z])`,
    '\\btells of\\b',
  ].join('|'),
  'gu',
);

const itself = '.ci/house/find-forbidden-words.ts';
const texts = [
  '*.ts',
  '*.tsx',
  '*.css',
  '*.html',
  '*.md',
  '*.sh',
  '*.json',
  '*.yaml',
  ':!pnpm-lock.yaml',
  `:!${itself}`,
  // Searches in the words of users.
  ':!packages/domain/src/search/search-vocabulary.ts',
  ':!packages/domain/src/testing/capability-corpus/*-tasks.ts',
];

/** Finds words that documents, code and texts of the repository do not use, as `path:line: word`. */
export function findForbiddenWords(): string[] {
  const paths = execFileSync('git', ['ls-files', '-z', '--', ...texts], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return paths
    .split('\0')
    .filter((path) => path !== '')
    .flatMap((path) => findIn(path, readFileSync(path, 'utf8')));
}

function findIn(path: string, text: string): string[] {
  const found = [...`${path}\n${text}`.matchAll(forbidden)];
  return found.map(({ index, 0: word }) => `${path}:${lineOf(`${path}\n${text}`, index) - 1}: ${word}`);
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
