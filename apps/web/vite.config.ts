import { basename } from 'node:path';
import type { InputType } from 'node:zlib';
import { gzipAsync } from '@gfx/zopfli';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';

const server = 'http://127.0.0.1:3000';
const scriptsOfEveryPage = /assets\/(framework|common|index)-.*\.js$/;

export default defineConfig({
  plugins: [
    zodWithoutUnusedParts(),
    iconsWithoutKeys(),
    react(),
    tailwindcss(),
    workspaceScripts(),
    // Zopfli takes a second for these files, and 13 for all.
    compression({ algorithms: [defineAlgorithm(toSmallGzip), 'brotliCompress'], include: scriptsOfEveryPage }),
    compression({ algorithms: ['gzip', 'brotliCompress'], exclude: scriptsOfEveryPage, threshold: 1_024 }),
  ],
  publicDir: 'src/ui/public',
  resolve: {
    conditions: ['@shipmate/source', 'module', 'browser', 'development|production'],
    // React has had the hook of this shim since version 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir: 'dist/ui',
    target: ['chrome123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Schemas that the page does not use are left out: no function of Zod has an effect.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        // The start page names all chunks, and hashes do not compress: only chunks of pages and of libraries have a name too.
        chunkFileNames: ({ name, isDynamicEntry }) =>
          isDynamicEntry || name === 'framework' || name === 'common'
            ? 'assets/[name]-[hash:7].js'
            : 'assets/[hash:7].js',
        // Modules that most pages use are one file in place of dozens of small ones.
        codeSplitting: {
          groups: [
            { name: 'framework', test: isFramework, priority: 2 },
            { name: 'common', minShareCount: 16 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/auth': server },
  },
});

/** Returns true for modules of the libraries that every page needs. */
function isFramework(id: string): boolean {
  return (
    /node_modules\/(react|react-dom|scheduler|@tanstack)\//.test(id) &&
    !/\/(useBlocker|useQueries|queriesObserver|useMutationState)\.js$|\/@tanstack\/(react-virtual|virtual-core)\//.test(
      id,
    )
  );
}

/**
 * Leaves parts of Zod out of the page, which only validates JSON, under a policy that forbids `eval`. Zod keeps references to them in
 * every schema, so that bundlers cannot drop them: the conversion to JSON Schema, compiled parsers of objects, English messages, the
 * handling of cyclic values, the deprecated methods for formats such as `z.string().email()`, and methods that no schema of ours calls.
 */
function zodWithoutUnusedParts(): Plugin {
  const exported = /^export (?:async )?(?:function|const|class) (\w+)/gm;
  const methods = (
    'and apply brand catchall decode decodeAsync encode encodeAsync exactOptional exactPartial ' +
    'finite gt gte isNullable isOptional keyof loose lowercase lt lte merge meta multipleOf negative ' +
    'nonempty nonoptional nonpositive normalize or overwrite parseAsync passthrough prefault ' +
    'register safe safeDecode safeDecodeAsync safeEncode safeEncodeAsync safeExtend safeParseAsync ' +
    'slugify spa step strip superRefine toJSONSchema toLowerCase toUpperCase uppercase validate ' +
    'validateAsync'
  ).split(' ');
  const unused = `^ {4}(?:async |get |set )*(?:${methods.join('|')}|"~standard")(?:: (?:async )?function \\w+)?\\([^]*?^ {4}\\},\n`;
  const edits: Readonly<Record<string, readonly (readonly [from: RegExp, to: string])[]>> = {
    'schemas.js': [
      [/^import en from .*$/m, `const en = () => ({ localeError: () => 'is not valid' });`],
      [/(?<=function _ensureDefaultMemoizer\(\) \{)[^]*?(?=^\})/m, ''],
      [/core\.\$ZodObjectJIT\.init/, 'core.$ZodObject.init'],
      [/(?<=ZodString\.init\(inst, def\);\n\}), \{\n {4}email[^]*?\n\}\);/, ');'],
      [new RegExp(unused, 'gm'), ''],
    ],
    'errors.js': [[/^ {4}_lazyMethod\([^]*?^ {4}(?=Object)/m, '']],
  };
  return {
    name: 'zod-without-unused-parts',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/(core\/(json-schema-processors|to-json-schema)|classic\/(schemas|errors))\.js$/ },
      handler: (code, id) => edits[basename(id)]?.reduce(replaceParts, code) ?? refuseAll(code),
    },
  };

  function refuseAll(code: string): string {
    const names = [...code.matchAll(exported)].map(([, name]) => `export const ${name} = refuse;`);
    return [`const refuse = () => { throw new Error('The page has no conversion to JSON Schema.'); };`, ...names].join(
      '\n',
    );
  }

  function replaceParts(code: string, [from, to]: readonly [from: RegExp, to: string]): string {
    const replaced = code.replace(from, () => to);
    if (replaced === code) throw new Error(`Zod's source has changed: ${from.source} matches nothing in it.`);
    return replaced;
  }
}

/** Compresses to gzip with Zopfli, to about 96 % of what zlib needs at its highest level. */
async function toSmallGzip(content: InputType): Promise<Buffer> {
  if (!(content instanceof Uint8Array)) throw new TypeError('The plugin passes files as bytes.');
  return Buffer.from(await gzipAsync(content, { numiterations: 5 }));
}

/** Leaves the keys of the parts of icons out of the page: the parts never change, and random letters do not compress. */
function iconsWithoutKeys(): Plugin {
  return {
    name: 'icons-without-keys',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\/[\w-]+\.m?js$/ },
      handler: (code) => code.replace(/,\s*key: "\w+"|^ {2}size: 24,$/gm, ''),
    },
  };
}

/** Names the scripts of a workspace with an open file in the document, which loads them beside those of the app. */
function workspaceScripts(): Plugin {
  const parts = /\/(workspace\/workspace-page|editor\/file-editor)\.tsx$/;
  return {
    name: 'workspace-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { path, bundle = {}, chunk: app }) => {
        if (path !== '/index.html') return [];
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const ofApp = withImports(bundle, [app?.fileName ?? '']);
        const entries = chunks.filter(({ facadeModuleId }) => parts.test(facadeModuleId ?? ''));
        if (entries.length !== 2) throw new Error('The bundle has no page of a workspace with an editor.');
        const scripts = withImports(
          bundle,
          entries.map(({ fileName }) => fileName),
        ).difference(ofApp);
        const content = [...scripts].map((name) => `/${name}`).join(' ');
        return [{ tag: 'meta', attrs: { name: 'workspace-scripts', content }, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** Returns the names of chunks and of all chunks that they import. */
function withImports(bundle: Rolldown.OutputBundle, names: readonly string[]): Set<string> {
  const found = new Set(names);
  for (const name of found) {
    const output = bundle[name];
    if (output?.type === 'chunk') for (const imported of output.imports) found.add(imported);
  }
  return found;
}
