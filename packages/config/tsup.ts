import { defineConfig, type Options } from 'tsup';

/** The build of every library: one ES module an entry, dependencies external, declarations left to `tsc`. */
export function library(entry: string[]): Options {
  return defineConfig({
    entry,
    format: 'esm',
    platform: 'neutral',
    target: 'es2024',
    outDir: 'dist',
    clean: true,
    dts: false,
    sourcemap: true,
    splitting: true,
    external: [/^node:/],
  }) as Options;
}
