import { readFileSync } from 'node:fs';
import { findForbiddenWords } from './find-forbidden-words.ts';
import { findUnusedExports } from './find-unused-exports.ts';
import { measureHouse } from './measure-house.ts';
import { readPackageEntries, readSourceFiles } from './read-source-files.ts';

interface Bounds {
  /** The reason for each pattern of files that a registry lists one by one. */
  readonly registries: Readonly<Record<string, string>>;
  readonly filesWithOneImporter: number;
  readonly smallFilesWithOneImporter: number;
  readonly docstringsWithoutNoun: number;
  readonly forbiddenWords: number;
  readonly unusedExports: number;
  readonly foldersInBothDirections: readonly string[];
}

const bounds = JSON.parse(readFileSync(new URL('bounds.json', import.meta.url), 'utf8')) as Bounds;
const files = readSourceFiles();
const figures = measureHouse(files, Object.keys(bounds.registries));
const words = findForbiddenWords();
const paths = files.map(({ path }) => path);
const unusedExports = findUnusedExports(paths, readPackageEntries(paths));
const counted = {
  filesWithOneImporter: figures.filesWithOneImporter,
  smallFilesWithOneImporter: figures.smallFilesWithOneImporter,
  docstringsWithoutNoun: figures.docstringsWithoutNoun,
  forbiddenWords: words.length,
  unusedExports: unusedExports.length,
} as const;

const failures: string[] = [];
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
print(`${files.length} source files`);
const { registryEntries, filesWithOneImporter: withoutThem } = figures;
const withThem = measureHouse(files, []).filesWithOneImporter;
print(`entries of registries: ${registryEntries}, not counted (see .ci/house/bounds.json; with them, ${withThem} % of`);
print(`  files have one importer, without them ${withoutThem} %)`);
for (const [name, value] of Object.entries(counted)) {
  const bound = bounds[name as keyof typeof counted];
  print(`${name}: ${value} (bound ${bound})`);
  if (value > bound) failures.push(`${name} is ${value}, over its bound ${bound}.`);
}
print(`foldersInBothDirections: ${figures.foldersInBothDirections.length}`);

for (const pair of difference(figures.foldersInBothDirections, bounds.foldersInBothDirections)) {
  failures.push(`New pair of folders that import each other: ${pair}. Move the shared part below both.`);
}
for (const pair of difference(bounds.foldersInBothDirections, figures.foldersInBothDirections)) {
  failures.push(`No longer import each other: ${pair}. Remove the line from .ci/house/bounds.json.`);
}
if (counted.forbiddenWords > bounds.forbiddenWords || process.argv.includes('--words')) words.forEach(print);
if (counted.unusedExports > bounds.unusedExports || process.argv.includes('--exports')) unusedExports.forEach(print);
for (const failure of failures) print(`FAILED ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;

function difference(all: readonly string[], without: readonly string[]): string[] {
  return all.filter((item) => !without.includes(item));
}
