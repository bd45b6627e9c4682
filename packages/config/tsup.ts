import { globSync, readFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

/**
 * The build of the library in the current folder: one ES module for each of the package's exports, dependencies external,
 * declarations left to `tsc`.
 */
export function library(): Options {
  return defineConfig({
    entry: readExports(),
    format: 'esm',
    platform: 'neutral',
    target: 'es2024',
    outDir: 'dist',
    clean: true,
    dts: false,
    sourcemap: true,
    splitting: true,
    external: [/^node:/],
    // The package contains the sources themselves.
    esbuildOptions: (options) => void (options.sourcesContent = false),
  }) as Options;
}

function readExports(): string[] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly '@shipmate/source'?: string }>>;
  };
  return Object.values(exports)
    .flatMap(({ '@shipmate/source': source }) => (source === undefined ? [] : globSync(source)))
    .filter((path) => !path.endsWith('.test.ts'))
    .sort();
}
