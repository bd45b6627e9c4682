import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkExamples } from './check-examples.ts';
import { checkOneProcess, checkThreeProcesses } from './check-command.ts';
import { checkStart, checkTypes, runCode, writeCode } from './check-code.ts';
import { installConsumer, managers } from './install-consumer.ts';
import { installNodes, nodeVersions } from './install-nodes.ts';
import { readCatalog, readPackages } from './read-packages.ts';
import { releaseCopy } from './release-copy.ts';
import { startRegistry } from './start-registry.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Runs one step and prints how long it took. */
async function step<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await action();
  process.stdout.write(`passed ${name} (${((performance.now() - started) / 1_000).toFixed(0)} s)\n`);
  return result;
}

/** Uses the published packages as a new user does: from a registry, in empty folders, on each Node.js. */
async function checkConsumers(root: string): Promise<void> {
  await using registry = await step('start a registry', () => startRegistry(join(root, 'registry')));
  const copy = join(root, 'release');
  await step('release every package', () => releaseCopy(repository, copy, registry.npmrc));
  const nodes = await step(`install Node.js ${nodeVersions.join(', ')}`, () =>
    installNodes(join(repository, 'node_modules/.cache/consumers'), registry.url),
  );
  const packages = readPackages(copy);
  const dependencies = {
    ...Object.fromEntries(packages.map(({ name, version }) => [name, version])),
    ...pickVersions(['@ai-sdk/mcp', '@opentelemetry/api', '@types/node', 'typescript', 'vitest', 'zod']),
  };
  const examples = {
    examples: join(repository, 'examples'),
    registryUrl: registry.url,
    nodes,
  };
  await step(`follow the README of each example on Node.js ${nodeVersions.join(', ')}`, () =>
    checkExamples(join(root, 'examples'), examples),
  );
  for (const [index, manager] of managers.entries()) {
    const node = nodes[index] ?? process.execPath;
    const version = nodeVersions[index];
    const folder = join(root, manager);
    await step(`${manager}: install on Node.js ${version}`, () =>
      installConsumer(folder, { manager, registryUrl: registry.url, node, dependencies }),
    );
    await writeCode(folder, packages);
    await step(`${manager}: start the tools of repositories without zod`, () => checkStart(folder));
    // Yarn lays packages out as npm does, so that npm's check covers it.
    if (manager === 'yarn') await cp(join(root, 'npm/compiled'), join(folder, 'compiled'), { recursive: true });
    else {
      const resolutions = manager === 'npm' ? (['nodenext', 'bundler'] as const) : (['nodenext'] as const);
      await step(`${manager}: check types`, () => checkTypes(folder, nodes[1] ?? process.execPath, resolutions));
    }
    for (const [place, each] of manager === 'npm' ? [...nodes.entries()] : [[index, node] as const]) {
      await step(`${manager}: run the code of READMEs on Node.js ${nodeVersions[place]}`, () =>
        runCode(folder, each, packages),
      );
    }
    await step(`${manager}: run shipmate up on Node.js ${version}`, () => checkOneProcess(folder, node));
    if (manager === 'npm')
      await step('npm: run web, worker and tools-api apart', () => checkThreeProcesses(folder, node));
  }
}

function pickVersions(names: readonly string[]): Record<string, string> {
  const catalog = readCatalog(repository);
  return Object.fromEntries(names.map((name) => [name, catalog.get(name) ?? 'missing in pnpm-workspace.yaml']));
}

const root = await mkdtemp(join(tmpdir(), 'shipmate-consumers-'));
try {
  await step('consumers', () => checkConsumers(root));
} finally {
  if (!process.argv.includes('--keep')) await rm(root, { recursive: true, force: true });
}
