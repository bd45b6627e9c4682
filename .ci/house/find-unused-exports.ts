import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * Finds names that a source file exports and no other file of the repository imports, as `path: name`. A name that an
 * index file re-exports is imported by it. Files of `entries` are public: what they export is not looked at.
 */
export function findUnusedExports(sources: readonly string[], entries: ReadonlyMap<string, string>): string[] {
  const used = readUsedNames(entries);
  const isPublic = new Set(entries.values());
  return sources
    .filter((path) => !isPublic.has(path) && !path.endsWith('/index.ts'))
    .flatMap((path) =>
      readDeclaredExports(path)
        .filter((name) => !used.has(`${path}: ${name}`) && !used.has(`${path}: *`))
        .map((name) => `${path}: ${name}`),
    );
}

function readDeclaredExports(path: string): string[] {
  const { module } = parseSync(path, readFileSync(path, 'utf8'));
  return module.staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ moduleRequest, exportName }) => moduleRequest === null && exportName.kind === 'Name')
    .map(({ exportName }) => exportName.name ?? '');
}

/** Reads the names that files import, as `path: name`; `path: *` when a file imports a whole module. */
function readUsedNames(entries: ReadonlyMap<string, string>): Set<string> {
  const used = new Set<string>();
  const paths = execFileSync('git', ['ls-files', '-z', '--', '*.ts', '*.tsx', '*.mts'], { encoding: 'utf8' });
  for (const path of paths.split('\0').filter((each) => each !== '')) {
    const text = readFileSync(path, 'utf8');
    const { module } = parseSync(path, text);
    const use = (request: string, name: string | null): unknown =>
      used.add(`${entries.get(request) ?? normalize(join(dirname(path), request))}: ${name ?? '*'}`);
    for (const { moduleRequest, entries: names } of module.staticImports) {
      for (const { importName } of names) use(moduleRequest.value, importName.name);
    }
    for (const { moduleRequest, importName } of module.staticExports.flatMap(({ entries: names }) => names)) {
      if (moduleRequest) use(moduleRequest.value, importName.name);
    }
    for (const { moduleRequest } of module.dynamicImports) {
      use(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), null);
    }
  }
  return used;
}
