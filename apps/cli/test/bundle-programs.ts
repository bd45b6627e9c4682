import { createHash } from 'node:crypto';
import { access, glob, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The bundle of each program that tests start, by the path of its source. */
    readonly shipmatePrograms: Readonly<Record<string, string>>;
  }
}

const repository = fileURLToPath(new URL('../../../', import.meta.url));
/** A folder from which Node finds the packages of the CLI. */
const cache = fileURLToPath(new URL('../node_modules/.cache/shipmate-programs', import.meta.url));
const programs = ['../src/main.ts', './faults/fault-process.ts', './faults/engine-process.ts'].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
);
/** The files that a bundle depends on. */
const inputs = [
  'apps/*/src/**/*.{ts,json}',
  'packages/*/src/**/*.{ts,json}',
  'examples/*.ts',
  'apps/cli/test/{,faults/}*.ts',
  'pnpm-lock.yaml',
];
/** Packages from npm that find WebAssembly, native code or files of their threads beside their own, or are not installed here. */
const filesBeside = /^(?:@electric-sql|@vscode|oxc-parser|oxc-resolver|pg|pino|piscina|undici|web-tree-sitter)(?:\/|$)/;
const usesFilesBeside = /import\.meta\.(?:url|resolve|dirname|filename)|__dirname|__filename|require\.resolve/;
const maxUnusedMs = 24 * 3_600_000;

/**
 * Called by vitest before its workers start: bundles the programs that tests start as processes. Resolving and reading thousands of
 * files costs each start a third of its CPU time.
 */
export async function setup(project: TestProject): Promise<void> {
  const provide = async (): Promise<void> => project.provide('shipmatePrograms', await bundlePrograms());
  await provide();
  project.onTestsRerun(provide);
}

/** Returns the bundles of the current sources, which it creates unless they exist. */
async function bundlePrograms(): Promise<Readonly<Record<string, string>>> {
  const folder = join(cache, await hashInputs());
  if (!(await exists(folder))) {
    await removeUnused();
    await createBundles(folder);
  }
  return Object.fromEntries(programs.map((program) => [program, join(folder, `${basename(program, '.ts')}.js`)]));
}

/** Writes to a temporary folder and renames it, so that concurrent runs never see a partial bundle. */
async function createBundles(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  const { metafile } = await esbuild.build({
    entryPoints: Object.fromEntries(programs.map((program) => [basename(program, '.ts'), program])),
    outdir: unfinished,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    sourcemap: true,
    metafile: true,
    conditions: ['@shipmate/source'],
    logLevel: 'warning',
    // Packages in CommonJS require modules of Node.
    banner: { js: "const require = process.getBuiltinModule('module').createRequire(import.meta.url);" },
    inject: [fileURLToPath(new URL('resolve-from.ts', import.meta.url))],
    plugins: [bundled],
  });
  await checkBundled(Object.keys(metafile.inputs));
  try {
    await rename(unfinished, folder);
  } catch (thrown) {
    await rm(unfinished, { recursive: true });
    if (!(await exists(folder))) throw thrown;
  }
}

/** Bundles the sources of this repository, which keep their `import.meta`, and packages from npm. */
const bundled: esbuild.Plugin = {
  name: 'bundled',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...options }) => {
      if (isBuiltin(path)) return { path, external: true };
      if (pluginData === bundled || options.kind === 'entry-point') return undefined;
      const found = await build.resolve(path, { ...options, pluginData: bundled });
      return found.errors.length > 0 ? found : { ...found, external: filesBeside.test(path) };
    });
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const url = JSON.stringify(pathToFileURL(path).href);
      const contents = source
        .replaceAll('import.meta.url', url)
        .replaceAll('import.meta.main', String(programs.includes(path)))
        .replaceAll('import.meta.resolve(', `resolveFrom(${url}, `);
      return { contents, loader: 'ts' };
    });
  },
};

/** @throws Error if a bundled package from npm would look for files beside the bundle. */
async function checkBundled(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (!path.includes('node_modules')) continue;
    const text = await readFile(path, 'utf8');
    if (usesFilesBeside.test(text)) throw new Error(`${path} finds files beside itself, so it cannot be bundled.`);
  }
}

async function hashInputs(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(fileURLToPath(import.meta.url)));
  const paths: string[] = [];
  for await (const path of glob(inputs, { cwd: repository })) paths.push(path);
  for (const path of paths.toSorted()) hash.update(`\n${path}\n`).update(await readFile(join(repository, path)));
  return hash.digest('hex').slice(0, 16);
}

async function removeUnused(): Promise<void> {
  await mkdir(cache, { recursive: true });
  for (const name of await readdir(cache)) {
    const folder = join(cache, name);
    if (Date.now() - (await stat(folder)).mtimeMs > maxUnusedMs) await rm(folder, { recursive: true, force: true });
  }
}

async function exists(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}
