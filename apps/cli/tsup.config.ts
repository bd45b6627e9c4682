import { cp, rm } from 'node:fs/promises';
import { zodOfOneFile } from '@shipmate/config/tsup';
import { defineConfig } from 'tsup';

/** Builds the published program: private apps are bundled into it, packages from npm stay external, and the built UI lies beside it. */
export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node22.14',
  outDir: 'dist',
  clean: true,
  dts: false,
  sourcemap: true,
  skipNodeModulesBundle: true,
  ...zodOfOneFile,
  noExternal: ['@shipmate/tools-api', '@shipmate/web', '@shipmate/worker', 'zod'],
  onSuccess: copyUi,
});

/** Replaces the UI of the build before, whose files have other names. */
async function copyUi(): Promise<void> {
  await rm('dist/ui', { recursive: true, force: true });
  await cp('../web/dist/ui', 'dist/ui', { recursive: true });
}
