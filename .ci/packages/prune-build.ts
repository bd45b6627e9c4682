import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { decode, encode, type SourceMapSegment as Segment } from '@jridgewell/sourcemap-codec';

/**
 * Removes the declarations of the package in the current folder that no export leads to, since `tsc` writes one for each source file, the source maps of
 * modules that only export others, which map nothing, and from the other maps all but lines: the places in the same line as the one before,
 * and the columns and names of the others.
 */
const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly exports: unknown };
const reachable = new Set<string>();
const waiting = listTypes(exports).flatMap((path) => globSync(normalize(path)));

for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
  if (reachable.has(path)) continue;
  if (!existsSync(path)) throw new Error(`${path} does not exist.`);
  reachable.add(path);
  const text = readFileSync(path, 'utf8');
  for (const [, specifier = ''] of text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)\.[jt]s["']/g)) {
    waiting.push(join(dirname(path), `${specifier}.d.ts`));
  }
}
if (reachable.size === 0) throw new Error('No export of package.json has types.');
for (const path of globSync('dist/**/*.d.ts')) if (!reachable.has(path)) rmSync(path);
for (const path of globSync('dist/**/*.js.map')) {
  const map = JSON.parse(readFileSync(path, 'utf8')) as { readonly mappings: string };
  if (map.mappings !== '') {
    const lines = decode(map.mappings).map((places) => places.filter(hasNewLine).map(toLineStart));
    writeFileSync(path, JSON.stringify({ ...map, names: [], mappings: encode(lines) }));
    continue;
  }
  rmSync(path);
  const module = path.slice(0, -'.map'.length);
  writeFileSync(module, readFileSync(module, 'utf8').replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'));
}

/** Tells a place of a map, of which the second number is the source and the third the line. */
function hasNewLine([, source, line]: Segment, index: number, places: readonly Segment[]): boolean {
  const [, lastSource, lastLine] = places[index - 1] ?? [];
  return index === 0 || source !== lastSource || line !== lastLine;
}

/** Returns a place without the column in its source. The first one stands for the whole line. */
function toLineStart([column, source, line]: Segment, index: number): Segment {
  const start = index === 0 ? 0 : column;
  return source === undefined || line === undefined ? [start] : [start, source, line, 0];
}

/** Returns the paths of all conditions `types`. */
function listTypes(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'types' && typeof inner === 'string' ? [inner] : listTypes(inner),
  );
}
