import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig, type Options } from 'tsup';

const zod = join(createRequire(import.meta.url).resolve('zod/package.json'), '..');
const { version } = JSON.parse(readFileSync(join(zod, 'package.json'), 'utf8')) as { readonly version: string };

const shared: Options = {
  format: 'esm',
  platform: 'neutral',
  target: 'es2024',
  outDir: 'dist',
  dts: false,
};

/** The build of the file. */
export const oneFile: Options = {
  ...shared,
  entry: { 'one-file': 'src/index.ts' },
  noExternal: ['zod'],
  banner: { js: `/*!\nzod ${version}\n\n${readFileSync(join(zod, 'LICENSE'), 'utf8')}*/` },
  esbuildPlugins: [
    {
      // English is imported by the schemas themselves, so that this index has only the languages that a program asks for by name.
      name: 'no-languages',
      setup(build) {
        build.onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({
          contents: "export { default as en } from './en.js';",
        }));
      },
    },
  ],
};

export default defineConfig([{ ...shared, entry: { index: 'src/index.ts' } }, oneFile]);
