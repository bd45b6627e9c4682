import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireProgram } from './run-program.ts';

/** The package managers that install the packages. */
export const managers = ['npm', 'pnpm', 'yarn'] as const;
export type Manager = (typeof managers)[number];

/** Options for {@link installConsumer}. */
export interface ConsumerOptions {
  readonly manager: Manager;
  readonly registryUrl: string;
  /** The Node.js that installs: the engines of every package are checked against it. */
  readonly node: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Installs packages in an empty folder, with caches of its own, and fails if one does not run on this Node.js. */
export async function installConsumer(folder: string, options: ConsumerOptions): Promise<void> {
  const { manager, registryUrl, node, dependencies } = options;
  await mkdir(folder, { recursive: true });
  const manifest = { name: 'consumer', private: true, type: 'module', dependencies };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeNpmrc(folder, registryUrl);
  await writeFile(join(folder, '.yarnrc.yml'), toYarnSettings(registryUrl));
  await requireProgram(installCommands[manager], { cwd: folder, node });
}

/** Makes a folder install from a registry. */
export async function writeNpmrc(folder: string, registryUrl: string): Promise<void> {
  const settings = [
    `registry=${registryUrl}`,
    'fund=false',
    'audit=false',
    'update-notifier=false',
    'engine-strict=true',
  ];
  await writeFile(join(folder, '.npmrc'), `${settings.join('\n')}\n`);
}

const installCommands: Readonly<Record<Manager, string>> = {
  npm: 'npm install',
  pnpm: 'npx -y pnpm@12 install --store-dir .store',
  yarn: 'npx -y -p @yarnpkg/cli-dist@4.18.1 yarn install',
};

/** The registry is new, so that every version in it is. */
function toYarnSettings(registryUrl: string): string {
  const settings = {
    npmRegistryServer: registryUrl,
    unsafeHttpWhitelist: ['127.0.0.1'],
    nodeLinker: 'node-modules',
    npmMinimalAgeGate: 0,
    enableTelemetry: false,
    enableImmutableInstalls: false,
    enableGlobalCache: false,
  };
  return JSON.stringify(settings);
}
