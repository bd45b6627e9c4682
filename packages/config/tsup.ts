import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { defineConfig, type Options } from 'tsup';

/**
 * The build of the library in the current folder: one ES module for each of the package's exports, dependencies external,
 * declarations left to `tsc`.
 */
export function library(): Options {
  const manifest = readManifest();
  const zod = '@shipmate/zod' in (manifest.dependencies ?? {}) ? zodOfOneFile : {};
  return defineConfig({
    entry: findEntries(manifest),
    format: 'esm',
    platform: 'neutral',
    target: 'es2024',
    outDir: 'dist',
    clean: true,
    dts: false,
    sourcemap: true,
    splitting: true,
    external: [/^node:/],
    ...zod,
    plugins: [
      {
        name: 'lean-chunks',
        renderChunk: (code) => ({
          code: removeComments(manifest.sideEffects === false ? removeBareImports(code) : code),
        }),
      },
    ],
    esbuildOptions(options) {
      // The package contains the sources themselves.
      options.sourcesContent = false;
      // Names and lines stay, so that a stack trace can be read without source maps.
      options.minifySyntax = true;
      options.charset = 'utf8';
    },
  }) as Options;
}

/** Options of a build whose modules import `@shipmate/zod` where their sources import `zod`. */
export const zodOfOneFile: Options = {
  // Externals of tsup are resolved before plugins are asked.
  noExternal: ['zod'],
  esbuildPlugins: [
    {
      name: 'zod-of-one-file',
      setup: (build) => build.onResolve({ filter: /^zod$/ }, () => ({ path: '@shipmate/zod', external: true })),
    },
  ],
};

/**
 * Removes the imports without names of other chunks, which esbuild writes for the order of side effects. A package without side
 * effects does not need them, and Node.js resolves each of them.
 */
function removeBareImports(code: string): string {
  let rest = code;
  for (const statement of parseSync('chunk.js', code).program.body.toReversed()) {
    if (statement.type !== 'ImportDeclaration' || statement.specifiers.length > 0) continue;
    if (statement.source.value.startsWith('.')) rest = rest.slice(0, statement.start) + rest.slice(statement.end);
  }
  return rest;
}

/** Removes the comments that the sources have, except for those that tools read. What is left stays at its place, so that source maps fit. */
function removeComments(code: string): string {
  let rest = code;
  for (const { value, start, end } of parseSync('chunk.js', code).comments.toReversed()) {
    if (code.startsWith('#!', start) || /^[#@!]|__PURE__/u.test(value)) continue;
    const isLast = /^ *(?:\n|$)/u.test(rest.slice(end, end + 100));
    const blank = code.slice(start, end).replaceAll(/[^\n]/gu, isLast ? '' : ' ');
    rest = `${rest.slice(0, start)}${blank}${rest.slice(end)}`;
  }
  return rest;
}

/** The fields of package.json that a build depends on. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, { readonly '@shipmate/source'?: string }>>;
  readonly sideEffects?: false;
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
}

function findEntries({ exports }: Manifest): string[] {
  return Object.values(exports)
    .flatMap(({ '@shipmate/source': source }) => (source === undefined ? [] : globSync(source)))
    .filter((path) => !path.endsWith('.test.ts'))
    .sort();
}
