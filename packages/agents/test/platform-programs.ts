import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of programs that describe themselves and record their arguments. */
export interface PlatformPrograms extends AsyncDisposable {
  readonly folder: string;
  /** The arguments of every command so far, in order. */
  calls(): Promise<readonly (readonly string[])[]>;
}

const positional = { kind: 'positional', required: true } as const;

/** The operations of each program, by program name. */
const descriptions = {
  clusters: [
    {
      name: 'create',
      description: 'Creates a Kubernetes cluster.',
      parameters: [
        { name: 'provider', ...positional, choices: ['aws', 'gcp', 'azure'] },
        { name: 'nodes', type: 'integer', default: 3 },
        { name: 'private', kind: 'switch' },
      ],
    },
    { name: 'remove', description: 'Removes a cluster.', parameters: [{ name: 'name', ...positional }] },
    {
      name: 'upgrade',
      parameters: [
        { name: 'name', ...positional },
        { name: 'version', required: true },
      ],
    },
  ],
  databases: [
    {
      name: 'create postgres',
      description: 'Sets up a PostgreSQL database.',
      parameters: [
        { name: 'name', ...positional },
        { name: 'size', choices: ['small', 'large'], default: 'small' },
      ],
    },
    { name: 'backup', parameters: [{ name: 'names', kind: 'rest' }] },
    {
      name: 'restore',
      parameters: [
        { name: 'name', ...positional },
        { name: 'at', required: true },
      ],
    },
  ],
  network: [
    { name: 'apply ingress', parameters: [{ name: 'class', kind: 'positional', default: 'traefik' }] },
    { name: 'issue', arguments: ['certificate', 'issue'], parameters: [{ name: 'domain', required: true }] },
  ],
  apps: [
    {
      name: 'onboard',
      parameters: [
        { name: 'team', required: true },
        { name: 'members', type: 'list' },
      ],
    },
    { name: 'status', description: 'Fails while nothing is set up.' },
  ],
};

/** Writes the programs. `apps status` exits with code 7, all others with 0. */
export async function writePlatformPrograms(): Promise<PlatformPrograms> {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-programs-'));
  const log = join(folder, 'calls.txt');
  await writeFile(log, '');
  for (const [name, operations] of Object.entries(descriptions)) {
    const description = JSON.stringify({ endOfFlags: true, operations });
    const script = `#!/bin/sh
if [ "$*" = '--help --json' ]; then echo '${description}'; exit; fi
{ printf '%s' ${name}; printf '\\037%s' "$@"; echo; } >> '${log}'
echo "working on $*"
if [ "$1" = status ]; then exit 7; fi
`;
    await writeFile(join(folder, name), script, { mode: 0o755 });
  }
  return {
    folder,
    calls: async () =>
      (await readFile(log, 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.split('\x1f')),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
