import { realpathSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, sep } from 'node:path';
import { type ImportingFile, isPackageName, type ModuleTarget, toImports } from '@shipmate/code-analysis';
import type { CodeMapImport } from '@shipmate/domain/code-map';
import type { ResolverFactory } from 'oxc-resolver';

/** Extensions in the order in which TypeScript looks for them. */
const options = {
  tsconfig: 'auto' as const,
  extensions: ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json', '.vue', '.svelte'],
  extensionAlias: {
    '.js': ['.ts', '.tsx', '.d.ts', '.js', '.jsx'],
    '.jsx': ['.tsx', '.jsx'],
    '.mjs': ['.mts', '.mjs'],
    '.cjs': ['.cts', '.cjs'],
  },
  conditionNames: ['import', 'require', 'node', 'types', 'default'],
  mainFields: ['main'],
};

/**
 * Resolves the imports of scripts in a skeleton, in their order. **Contract.** It reads files of the folder only through links that
 * `writeSkeleton` made; a target outside of the folder is none.
 */
export async function resolveScripts(
  folder: string,
  files: readonly ImportingFile[],
): Promise<readonly (readonly CodeMapImport[])[]> {
  // The native resolver is loaded with the first call, in a worker thread.
  const oxc = await import('oxc-resolver');
  const root = realpathSync(folder);
  const resolver = new oxc.ResolverFactory(options);
  return files.map(({ path, imports }) =>
    toImports(imports, ({ module }) => [resolveModule(resolver, { root, file: path, module })]),
  );
}

/** Longer names are no modules. */
const maxLength = 1_000;

function resolveModule(
  resolver: ResolverFactory,
  { root, file, module }: { readonly root: string; readonly file: string; readonly module: string },
): ModuleTarget {
  const nowhere = { module, path: null, external: null };
  if (isBuiltin(module)) return { ...nowhere, external: module.startsWith('node:') ? module : `node:${module}` };
  // An absolute path would leave the skeleton.
  if (module.length > maxLength || module.includes('\0') || module.startsWith('/') || module === '') return nowhere;
  // Bundlers take a query.
  const plain = module.startsWith('.') || module.startsWith('@') ? (module.split('?', 1)[0] ?? module) : module;
  const { path } = resolver.resolveFileSync(join(root, file), plain);
  const found = path?.split(/[?#]/u, 1)[0];
  if (found?.startsWith(`${root}${sep}`)) {
    return { ...nowhere, path: found.slice(root.length + 1).replaceAll(sep, '/') };
  }
  return { ...nowhere, external: toPackageName(module) };
}

function toPackageName(module: string): string | null {
  const plain = module.replace(/^(?:npm|jsr):/u, '');
  const names = plain.split('/');
  const name = (plain.startsWith('@') ? names.slice(0, 2) : names.slice(0, 1))
    .join('/')
    .replace(/(.)@[\d^~].*$/u, '$1');
  return /^[./#]/u.test(plain) || !isPackageName(name) ? null : name;
}
