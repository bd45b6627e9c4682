import type { CodeMapImport, WrittenImport } from '@shipmate/domain/code-map';
import { type ModuleResolver, type ModuleSources, type ModuleTarget, toIncluded, toPackage } from './module-target.ts';
import { createGoResolver } from './resolvers/go.ts';
import { createIncludeResolver } from './resolvers/include.ts';
import { createJavaResolver } from './resolvers/java.ts';
import { createPhpResolver } from './resolvers/php.ts';
import { createPythonResolver } from './resolvers/python.ts';
import { createRubyResolver } from './resolvers/ruby.ts';
import { createRustResolver } from './resolvers/rust.ts';

/** A file with its written imports. */
export interface ImportingFile {
  readonly path: string;
  readonly language: string;
  readonly imports: readonly WrittenImport[];
}

/** Languages whose references are resolved by the paths of a commit; scripts are resolved elsewhere. */
const creators: Readonly<Record<string, (sources: ModuleSources) => ModuleResolver>> = {
  python: createPythonResolver,
  go: createGoResolver,
  java: createJavaResolver,
  rust: createRustResolver,
  cpp: createIncludeResolver,
  ruby: createRubyResolver,
  php: createPhpResolver,
  bash: createShellResolver,
};

/** Resolves the imports of files of any language but TypeScript and JavaScript. The time is linear in the number of imports. */
export function createImportResolver(sources: ModuleSources): (file: ImportingFile) => readonly CodeMapImport[] {
  const resolvers = new Map<string, ModuleResolver>();
  return ({ path, language, imports }) => {
    const create = Object.hasOwn(creators, language) ? creators[language] : undefined;
    const resolver = resolvers.get(language) ?? create?.(sources);
    if (resolver) resolvers.set(language, resolver);
    return toImports(imports, (written) => resolver?.(path, written) ?? [toPackage(written.module, null)]);
  };
}

/** Adds the targets of references to them, each once for a line. */
export function toImports(
  imports: readonly WrittenImport[],
  resolve: (written: WrittenImport) => readonly ModuleTarget[],
): readonly CodeMapImport[] {
  const found = new Map<string, CodeMapImport>();
  const representatives: CodeMapImport[] = [];
  const precise = new Set<string>();
  const add = (entry: CodeMapImport): void => {
    const { line, path, external, module } = entry;
    const key = `${line}\0${path ?? external ?? `\0${module}`}`;
    if (!found.has(key)) found.set(key, entry);
  };
  for (const written of imports) {
    for (const { module, path, external, isRepresentative = false } of resolve(written)) {
      const entry = { ...written, module, path, external };
      if (isRepresentative) {
        representatives.push(entry);
        continue;
      }
      precise.add(`${written.line}\0${module}`);
      add(entry);
    }
  }
  for (const entry of representatives) if (!precise.has(`${entry.line}\0${entry.module}`)) add(entry);
  return [...found.values()].toSorted((one, other) => one.line - other.line);
}

function createShellResolver({ paths }: ModuleSources): ModuleResolver {
  return (file, { module }) => [toIncluded(file, module, paths)];
}
