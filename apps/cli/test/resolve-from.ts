import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Returns what `import.meta.resolve` returns in a module of the repository; esbuild imports it into bundled modules that use it. */
export function resolveFrom(parent: string, specifier: string): string {
  return pathToFileURL(createRequire(parent).resolve(specifier)).href;
}
