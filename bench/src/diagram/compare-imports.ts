import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { promisify } from 'node:util';
import process from 'node:process';
import { toMarkdownTable } from '../markdown-table.ts';

/**
 * Compares the imports that an index finds with those of dependency-cruiser, for folders of JavaScript. Prints each difference, and fails if
 * there is one.
 */
const folders = process.argv.slice(2);
const run = promisify(execFile);
const packages = new URL('../../../packages/', import.meta.url);
const [{ createCodeIndexer }, { createGitCli }, { createCompute }, { commitTestFiles }] = await Promise.all([
  import(new URL('tools/src/code-map/create-code-indexer.ts', packages).href),
  import(new URL('tools/src/git/git-cli.ts', packages).href),
  import(new URL('tools/src/compute/create-compute.ts', packages).href),
  import(new URL('tools/src/testing/commit-test-files.ts', packages).href),
]);

interface Cruise {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly { readonly resolved: string; readonly couldNotResolve: boolean }[];
  }[];
}

interface Indexed {
  readonly files: readonly { readonly path: string; readonly imports: readonly { readonly path: string | null }[] }[];
}

const rows: (readonly string[])[] = [];
const differences: string[] = [];
for (const folder of folders) {
  const root = await mkdtemp(join(tmpdir(), 'shipmate-imports-'));
  try {
    const source = join(root, 'source');
    // The index leaves folders of built files out.
    // dependency-cruiser follows imports of declarations only with the compiler of TypeScript.
    await cp(resolve(folder), join(source, 'code'), { recursive: true, filter: (path) => !path.endsWith('.d.ts') });
    await writeFile(join(source, 'package.json'), await readFile(resolve(folder, '../package.json')).catch(() => '{}'));
    const commit = await commitTestFiles(source, {});
    const ours = await indexImports(source, commit);
    const theirs = await cruise(source);
    const [missing, added] = [
      [...theirs].filter((each) => !ours.has(each)),
      [...ours].filter((each) => !theirs.has(each)),
    ];
    rows.push([
      basename(resolve(folder, '..')),
      `${ours.size}`,
      `${theirs.size}`,
      `${missing.length}`,
      `${added.length}`,
    ]);
    differences.push(...missing.map((each) => `missing: ${each}`), ...added.map((each) => `added: ${each}`));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
console.log(toMarkdownTable(['package', 'imports of the index', 'of dependency-cruiser', 'missing', 'added'], rows));
for (const difference of differences) console.log(difference);
if (differences.length > 0) process.exitCode = 1;

async function indexImports(source: string, commit: string): Promise<ReadonlySet<string>> {
  const cache = `${source}.git`;
  await run('git', ['clone', '--quiet', '--bare', source, cache]);
  // Threads have a larger stack, with which whole files are parsed.
  const compute = createCompute();
  const git = createGitCli({ environment: {}, compute });
  const saved = new Map<string, { readonly key: string }>();
  const analyses = {
    find: (keys: readonly string[]) => Promise.resolve(new Map([...saved].filter(([key]) => keys.includes(key)))),
    save: async (found: readonly { readonly key: string }[]) => {
      for (const analysis of found) saved.set(analysis.key, analysis);
    },
  };
  try {
    const place = { organizationId: 'bench', cache };
    const { signal } = new AbortController();
    const { files } = (await createCodeIndexer({ git, compute }).index({ place, commit, analyses }, signal)) as Indexed;
    return new Set(
      files.flatMap(({ path, imports }) =>
        imports.flatMap((each) => (each.path === null ? [] : `${path} -> ${each.path}`)),
      ),
    );
  } finally {
    await git.close();
    await compute.close();
  }
}

async function cruise(source: string): Promise<ReadonlySet<string>> {
  const args = ['-y', '-p', 'dependency-cruiser@18.7.2', 'depcruise', '--no-config', '--output-type', 'json', 'code'];
  // The script's own Node.js: an older one of the machine may not be supported.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
  const { stdout } = await run('npx', args, { cwd: source, maxBuffer: 1e9, env });
  const { modules } = JSON.parse(stdout) as Cruise;
  return new Set(
    modules.flatMap(({ source: from, dependencies }) =>
      dependencies.flatMap(({ resolved, couldNotResolve }) =>
        couldNotResolve || !resolved.startsWith('code/') ? [] : `${from} -> ${posix.normalize(resolved)}`,
      ),
    ),
  );
}
