import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    zodWithoutJsonSchema(),
    react(),
    tailwindcss(),
    compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 1_024 }),
  ],
  publicDir: 'src/ui/public',
  resolve: { conditions: ['@shipmate/source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist/ui',
    target: ['chrome123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Modules that most pages use are one file in place of dozens of small ones.
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\//, priority: 2 },
            { name: 'common', minShareCount: 10 },
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

/**
 * Leaves Zod's conversion to JSON Schema out of the page, which validates only. Zod keeps a reference to it in every schema, so that
 * bundlers cannot drop it.
 */
function zodWithoutJsonSchema(): Plugin {
  const exported = /^export (?:async )?(?:function|const|class) (\w+)/gm;
  return {
    name: 'zod-without-json-schema',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      handler: (code) =>
        [
          `const refuse = () => { throw new Error('The page has no conversion to JSON Schema.'); };`,
          ...[...code.matchAll(exported)].map(([, name]) => `export const ${name} = refuse;`),
        ].join('\n'),
    },
  };
}
