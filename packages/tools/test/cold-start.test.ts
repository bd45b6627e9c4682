import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Returns the names of the packages and of Node's modules that a new process loads to import modules of this package and make their ports. */
async function loadedBy(...modules: readonly string[]): Promise<readonly string[]> {
  return runScript(new URL('support/list-packages.ts', import.meta.url), modules);
}

async function runScript(url: URL, modules: readonly string[]): Promise<readonly string[]> {
  const script = fileURLToPath(url);
  const args = ['--conditions=@shipmate/source', '--disable-warning=ExperimentalWarning', script, ...modules];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as readonly string[];
}

it.each(['platform', 'development', 'quality', 'files', 'code', 'git'])(
  'the import of @shipmate/tools/%s and its ports load nothing that only a call of a tool needs',
  async (subpath) => {
    const loaded = await loadedBy(`@shipmate/tools/${subpath}`);
    expect(loaded.filter((name) => !name.startsWith('node:'))).toEqual(['zod']);
    // Modules of Node that take 2 to 5 ms each.
    const later = ['child_process', 'crypto', 'fs', 'fs/promises', 'net', 'process', 'util', 'worker_threads'];
    expect(loaded.filter((name) => later.includes(name.replace('node:', '')))).toEqual([]);
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

it('the import of the tools of repositories makes no schema of a tool', async () => {
  const families = ['platform', 'development', 'quality', 'files', 'code', 'git'];
  const types = await runScript(
    new URL('support/list-schemas.ts', import.meta.url),
    families.map((family) => `@shipmate/tools/${family}`),
  );
  // The string is made by the script itself.
  expect(types).toEqual(['string']);
});
