import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), tailwindcss(), compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 1_024 })],
  publicDir: 'src/ui/public',
  resolve: { conditions: ['@shipmate/source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist/ui',
    target: ['chrome123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The first import of main.tsx must run first, in any arrangement of chunks.
    rolldownOptions: {
      output: {
        strictExecutionOrder: true,
        // Modules that most pages use are one file in place of dozens of small ones.
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|zod|@tanstack)\//, priority: 2 },
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
