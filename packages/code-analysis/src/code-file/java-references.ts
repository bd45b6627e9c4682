import type { WrittenImport } from '@shipmate/domain/code-map';
import type { CodeImport } from '../structure/code-structure.ts';
import type { CodeToken } from '../token/read-tokens.ts';
import { toImport } from './rust-imports.ts';

const maxNames = 500;

/**
 * Lists the imports of a file, and the classes that it may use without naming them in one: those of its own package and of packages that
 * are imported as a whole, as `com.acme.*#Order`. A reference to a class that does not exist leads nowhere.
 */
export function readJavaReferences(
  imports: readonly CodeImport[],
  tokens: readonly CodeToken[],
): readonly WrittenImport[] {
  const own = packageOf(tokens);
  const stars = new Set(tokens.filter(({ text }) => text === '*').map(({ line }) => line));
  const isWhole = ({ module, startLine }: CodeImport): boolean =>
    stars.has(startLine) && /^[\p{Ll}_]/u.test(lastName(module));
  const written = imports.map((entry) =>
    toImport(isWhole(entry) ? `${entry.module}.*` : entry.module, entry.startLine),
  );
  const packages = [
    ...(own === undefined ? [] : [{ name: own, line: undefined }]),
    ...imports.filter(isWhole).map(({ module, startLine }) => ({ name: module, line: startLine })),
  ];
  const imported = new Set(imports.map(({ module }) => lastName(module)));
  const names = new Map<string, number>();
  tokens.forEach(({ kind, text, line }, index) => {
    if (kind !== 'word' || names.size >= maxNames || imported.has(text) || names.has(text)) return;
    if (/^\p{Lu}/u.test(text) && tokens[index - 1]?.text !== '.') names.set(text, line);
  });
  const references = packages.flatMap(({ name: folder, line }) =>
    [...names].map(([name, used]) => toImport(`${folder}.*#${name}`, line ?? used)),
  );
  return [...written, ...references];
}

function lastName(module: string): string {
  return module.slice(module.lastIndexOf('.') + 1);
}

function packageOf(tokens: readonly CodeToken[]): string | undefined {
  const at = tokens.findIndex(({ kind, text }) => kind === 'word' && text === 'package');
  if (at < 0 || at > 200) return undefined;
  const end = tokens.findIndex(({ text }, index) => index > at && text === ';');
  const names = tokens.slice(at + 1, Math.min(end, at + 60));
  return names.length === 0 ? undefined : names.map(({ text }) => text).join('');
}
