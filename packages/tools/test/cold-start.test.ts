import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('support/list-packages.ts', import.meta.url));

/** Returns the names of the packages and of Node's modules that a new process loads to import modules of this package and make their ports. */
async function loadedBy(...modules: readonly string[]): Promise<readonly string[]> {
  const args = ['--conditions=@shipmate/source', '--disable-warning=ExperimentalWarning', script, ...modules];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as readonly string[];
}

it.each<readonly [string, readonly string[]]>([
  ['platform', ['zod']],
  ['development', ['zod']],
  ['quality', ['zod']],
  ['files', ['lru-cache', 'zod']],
  ['code', ['lru-cache', 'zod']],
  ['git', ['lru-cache', 'zod']],
])(
  'the import of @shipmate/tools/%s and its ports load no parsers, clients or worker threads',
  async (subpath, packages) => {
    const loaded = await loadedBy(`@shipmate/tools/${subpath}`);
    expect(loaded.filter((name) => !name.startsWith('node:'))).toEqual(packages);
    // Modules of Node that take 2 to 5 ms each.
    const later = ['child_process', 'crypto', 'net', 'process', 'util', 'worker_threads'].map((name) => `node:${name}`);
    expect(loaded.filter((name) => later.includes(name))).toEqual([]);
  },
);

it('openTools loads clients, worker threads, telemetry and parsers of code, reports and diagrams with their first call', async () => {
  const loaded = await loadedBy('@shipmate/tools');
  expect(loaded).toContain('zod');
  const later = [
    '@dagrejs/dagre',
    '@modelcontextprotocol/client',
    '@opentelemetry/api',
    '@vscode/ripgrep',
    'd3-force',
    'd3-hierarchy',
    'fast-xml-parser',
    'kubernetes-models',
    'nodemailer',
    'oxc-parser',
    'oxc-resolver',
    'pino',
    'piscina',
    'undici',
    'web-tree-sitter',
  ];
  expect(loaded.filter((name) => later.includes(name))).toEqual([]);
});
