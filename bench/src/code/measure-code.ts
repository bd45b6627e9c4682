import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { ImportCost } from '../measure.ts';

/**
 * Prints the speed of the tools for repositories. On 5,000 generated TypeScript files: structure in MB of text for each second of CPU time with the
 * growth of resident memory, `analyzeCodeStructure` on unchanged files, and a warm `findReferences` beside ripgrep, in wall time. Then the start of all tools and of
 * those of repositories in new processes, and checkpoints of 90,000 files, in wall time.
 */
const fileCount = 5_000;
const packages = new URL('../../../packages/', import.meta.url);

function sourceOf(index: number): string {
  const methods = Array.from(
    { length: 12 },
    (_, each) =>
      `  /** Computes value ${each} of the service. */\n  async compute${each}(input: string, options: { retries: number }): Promise<number> {\n    const parsed = input.split(',').map((part) => Number.parseInt(part, 10));\n    if (parsed.length === 0) throw new Error(\`no input for \${input}\`);\n    return parsed.reduce((sum, value) => sum + value * options.retries, ${each});\n  }\n`,
  );
  const used =
    index % 50 === 0
      ? `import { sharedTotal } from './file1.ts';\nexport const used${index} = sharedTotal(${index});\n`
      : '';
  return `import { readFile } from 'node:fs/promises';\n${used}${index === 1 ? 'export function sharedTotal(n: number): number { return n; }\n' : ''}export interface Options${index} { readonly name: string; readonly retries: number }\nexport class Service${index} {\n${methods.join('\n')}}\nexport default Service${index};\n`;
}

async function measureStructure(paths: readonly string[]): Promise<void> {
  const { analyzeStructure } = await import(new URL('code-analysis/src/index.ts', packages).href);
  const texts = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  for (const pass of ['cold', 'warm']) {
    const [cpu, memory] = [process.cpuUsage(), process.memoryUsage().rss];
    let symbols = 0;
    for (const source of texts) {
      symbols += (await analyzeStructure(source, { stackBytes: 240 * 1024 * 1024 })).symbols.length;
    }
    const { user, system } = process.cpuUsage(cpu);
    const megabytes = bytes / 1e6;
    const growth = (process.memoryUsage().rss - memory) / 1e6;
    parentPort?.postMessage(
      `structure, ${pass}: ${texts.length} files, ${megabytes.toFixed(1)} MB, ${symbols} symbols, ${(megabytes / ((user + system) / 1e6)).toFixed(1)} MB/s, resident memory +${growth.toFixed(0)} MB`,
    );
  }
}

async function openCodeTools(folder: string) {
  const [{ createLocalCheckouts, CODE_TOOLS }, { createCompute }, { createToolExecutionContext }] = await Promise.all([
    import(new URL('tools/src/code/index.ts', packages).href),
    import(new URL('tools/src/compute/create-compute.ts', packages).href),
    import(new URL('core/src/index.ts', packages).href),
  ]);
  const compute = createCompute();
  const principal = { userId: 'u', organizationId: 'o', via: 'local' };
  return {
    compute,
    context: {
      ...createToolExecutionContext({ principal, workspaceDir: folder }),
      ports: { checkouts: createLocalCheckouts(), compute },
    },
    toolOf: (wanted: string) => CODE_TOOLS.find(({ name }: { name: string }) => name === wanted),
  };
}

/** Calls `analyzeCodeStructure` for each file, one after the other, three times. */
async function measureStructureTool(folder: string, paths: readonly string[]): Promise<void> {
  const { compute, context, toolOf } = await openCodeTools(folder);
  await using _ = compute;
  const tool = toolOf('analyzeCodeStructure');
  for (const pass of ['first', 'second', 'third']) {
    const [cpu, memory, started] = [process.cpuUsage(), process.memoryUsage().rss, performance.now()];
    for (const path of paths) await tool.execute({ filePath: relative(folder, path) }, context);
    const wall = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    const growth = (process.memoryUsage().rss - memory) / 1e6;
    process.stdout.write(
      `analyzeCodeStructure, ${pass} call of ${paths.length} files: ${wall.toFixed(0)} ms, ${((user + system) / 1e3).toFixed(0)} ms of CPU time, resident memory +${growth.toFixed(0)} MB\n`,
    );
  }
}

async function measureReferences(folder: string): Promise<void> {
  const { compute, context, toolOf } = await openCodeTools(folder);
  await using _ = compute;
  const tool = toolOf('findReferences');
  const { rgPath } = createRequire(new URL('tools/package.json', packages))('@vscode/ripgrep') as { rgPath: string };
  const times: { tool: number[]; ripgrep: number[] } = { tool: [], ripgrep: [] };
  let total = 0;
  for (let round = 0; round < 12; round += 1) {
    const started = performance.now();
    ({ total } = await tool.execute({ symbol: 'sharedTotal' }, context));
    const between = performance.now();
    spawnSync(rgPath, ['-w', '--json', 'sharedTotal', '.'], { cwd: folder });
    if (round < 2) continue;
    times.tool.push(between - started);
    times.ripgrep.push(performance.now() - between);
  }
  const [own, rival] = [times.tool, times.ripgrep].map((all) => all.toSorted((one, other) => one - other)[5] ?? 0);
  process.stdout.write(
    `findReferences, warm: ${total} places, median ${own?.toFixed(0)} ms; rg -w --json ${rival?.toFixed(0)} ms; ratio ${((own ?? 0) / (rival ?? 1)).toFixed(2)}\n`,
  );
}

/** Imports the built tools in new processes, those of repositories with their ports also with zod and with Node's compile cache. */
function measureColdStart(folder: string): void {
  const zod = new URL('zod/dist/one-file.js', packages).pathname;
  const repositoryTools = new URL('./open-repository-tools.js', import.meta.url).pathname;
  const cache = { NODE_COMPILE_CACHE: join(folder, 'compile-cache') };
  for (const { name, above, module, variables } of [
    { name: 'all tools, above zod', above: zod, module: new URL('tools/dist/index.js', packages).pathname },
    { name: 'repository tools, above zod', above: zod, module: repositoryTools },
    { name: 'repository tools and zod', above: 'node:path', module: repositoryTools },
    {
      name: 'repository tools and zod, with a compile cache',
      above: 'node:path',
      module: repositoryTools,
      variables: cache,
    },
  ]) {
    const script = new URL('../measure-import.ts', import.meta.url).pathname;
    const rounds = Array.from({ length: 9 }, () => {
      const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', script, above, module], {
        encoding: 'utf8',
        env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: undefined, ...variables },
      });
      if (stdout === '') throw new Error(`The tools were not imported. Run "pnpm run build" first.\n${stderr}`);
      return JSON.parse(stdout) as ImportCost;
    });
    const best = (key: keyof (typeof rounds)[number]): string =>
      Math.min(...rounds.map((each) => each[key])).toFixed(0);
    process.stdout.write(
      `cold start, ${name}: ${best('wallMillis')} ms, ${best('cpuMillis')} ms of CPU time, ${best('megabytes')} MB (best of 9)\n`,
    );
  }
}

/** Keeps checkpoints of a work tree with 90,000 files: the first one, and with one changed file. */
async function measureCheckpoints(folder: string): Promise<void> {
  const { createGitCli } = await import(new URL('tools/src/git/index.ts', packages).href);
  const source = join(folder, 'large');
  for (let index = 0; index < 90_000; index += 1) {
    const path = join(source, `d${index % 30}`, `e${Math.floor(index / 100)}`, `f${index}.ts`);
    if (index % 100 < 30) await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `export const x${index} = ${index};\n`);
  }
  const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com'];
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'Begin'],
  ]) {
    spawnSync('git', [...identity, ...args], { cwd: source, env });
  }
  const { signal } = new AbortController();
  const git = createGitCli();
  const [organizationId, tree] = ['bench', join(folder, 'tree')];
  const cache = join(folder, 'cache.git');
  await git.updateCache({ organizationId, cache, remote: `file://${source}`, allowFile: true }, signal);
  await git.addWorkTree({ organizationId, cache, folder: tree, branch: 'bench', base: 'main' }, signal);
  const place = { organizationId, folder: tree, store: join(folder, 'checkpoints'), index: 'bench' };
  const times: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    if (round > 0) await writeFile(join(tree, 'd0', 'e0', 'f0.ts'), `changed ${round}\n`);
    const started = performance.now();
    await git.saveCheckpoint(place, signal);
    times.push(performance.now() - started);
  }
  await git.close();
  const [first = 0, ...warm] = times;
  const median = warm.toSorted((one, other) => one - other)[3] ?? 0;
  process.stdout.write(
    `checkpoint of 90,000 files: first ${first.toFixed(0)} ms; with one changed file, median ${median.toFixed(0)} ms\n`,
  );
}

if (isMainThread) {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-bench-code-'));
  try {
    const paths: string[] = [];
    for (let index = 1; index <= fileCount; index += 1) {
      const path = join(folder, 'src', `${index % 50}`, `file${index}.ts`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, sourceOf(index));
      paths.push(path);
    }
    const worker = new Worker(new URL(import.meta.url), {
      workerData: paths,
      resourceLimits: { stackSizeMb: 256, maxOldGenerationSizeMb: 512 },
    });
    worker.on('message', (line: string) => process.stdout.write(`${line}\n`));
    await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));
    await measureStructureTool(folder, paths);
    await measureReferences(folder);
    measureColdStart(folder);
    await measureCheckpoints(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
} else {
  await measureStructure(workerData as string[]);
}
