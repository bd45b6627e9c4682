import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeNpmrc } from './install-consumer.ts';
import { requireProgram } from './run-program.ts';

/** The versions that consumers run on: the oldest that packages admit, the one of this repository, and the newest. */
export const nodeVersions = ['22.14.0', '24.21.0', '26.10.0'] as const;

/** Installs each version from the npm package `node` into a folder that later runs use again, and returns their programs in order. */
export async function installNodes(cache: string, registryUrl: string): Promise<readonly string[]> {
  return await Promise.all(nodeVersions.map((version) => installNode(version, join(cache, version), registryUrl)));
}

async function installNode(version: string, folder: string, registryUrl: string): Promise<string> {
  const program = join(folder, 'node_modules/node/bin/node');
  if (!existsSync(program)) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    await writeNpmrc(folder, registryUrl);
    await requireProgram(`npm install node@${version}`, { cwd: folder, node: process.execPath });
  }
  const printed = await requireProgram('node --version', { cwd: folder, node: program });
  if (printed.trim() !== `v${version}`) throw new Error(`Node.js ${version} was expected, and ${printed.trim()} runs.`);
  return program;
}
