import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Principal } from '@shipmate/core';
import type { Answers } from '@shipmate/domain/question';
import { toCommand } from '@shipmate/domain/operation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperations } from './create-operations.ts';
import type { OperationsPort } from './operations-port.ts';

const { signal } = new AbortController();
const principal: Principal = { organizationId: 'acme', userId: 'ada', via: 'local' };
const caller = { principal, signal };
const recorded = new URL('./source/__fixtures__/nushell-0.115-commands.json', import.meta.url);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shipmate-platform-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Writes a program that answers `--help --json` with a description, and else runs a Node script: by default one that
 * prints its arguments.
 */
async function writeProgram(
  name: string,
  description: unknown,
  work = 'console.log(JSON.stringify(args))',
): Promise<void> {
  await writeFile(join(folder, `.${name}.cjs`), `const args = process.argv.slice(2); ${work}`);
  const script = `#!/bin/sh
if [ "$*" = '--help --json' ]; then echo '${JSON.stringify(description)}'; exit; fi
exec '${process.execPath}' '${join(folder, `.${name}.cjs`)}' "$@"
`;
  await writeFile(join(folder, name), script, { mode: 0o755 });
}

function open(environment: Parameters<typeof createOperations>[0]['environment']): OperationsPort {
  const operations = createOperations({ environment: { PATH: '/usr/bin:/bin', KUBECONFIG: 'config', ...environment } });
  if (!operations) throw new Error('These tests name a source.');
  return operations;
}

/** Confirms the command of an operation, named as `tool: operation`. */
async function confirm(operations: OperationsPort, named: string, values: Answers) {
  const [tool = '', operation = ''] = named.split(': ');
  const listing = await operations.list(caller);
  const found = listing.operations.find((each) => each.tool === tool && each.operation === operation);
  if (!found) throw new Error(`There is no ${tool} ${operation}.`);
  return { tool, operation, values, command: toCommand(found, values) };
}

const provider = { name: 'provider', kind: 'positional', required: true };

describe('programs that describe themselves', () => {
  const description = {
    endOfFlags: true,
    operations: [
      { name: 'create cluster', parameters: [provider, { name: 'nodes', type: 'integer', default: 3 }] },
      { name: 'remove', arguments: ['rm', '--now'], parameters: [{ name: 'force', kind: 'switch' }] },
    ],
  };

  it('are listed, and run with exactly the given arguments', async () => {
    await writeProgram('clusters', description);
    const operations = open({ PLATFORM_COMMANDS: folder });
    const confirmed = await confirm(operations, 'clusters: create cluster', { provider: '--now; $(id)', nodes: '5' });
    const result = await operations.run(confirmed, caller);
    expect(result).toEqual({ exitCode: 0, timedOut: false, truncated: false, stdout: expect.any(String), stderr: '' });
    expect(JSON.parse(result.stdout)).toEqual(['create', 'cluster', '--nodes=5', '--', '--now; $(id)']);
    const removal = await operations.run(await confirm(operations, 'clusters: remove', { force: true }), caller);
    expect(JSON.parse(removal.stdout)).toEqual(['rm', '--now', '--force']);
  });

  it('report why they are left out', async () => {
    await writeProgram('odd', { operations: [{ name: 'x', parameters: [{ name: '--force' }] }] });
    await writeProgram('silent', 'no description');
    await writeFile(join(folder, 'broken'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    await writeFile(join(folder, 'notes.txt'), 'no program');
    const { problems } = await open({ PLATFORM_COMMANDS: folder }).list(caller);
    expect(problems).toEqual([
      'broken does not describe itself with --help --json: it ended with exit code 3.',
      expect.stringMatching(/^odd does not describe itself with --help --json: operations\.0\.parameters\.0\.name: /),
      expect.stringMatching(/^silent does not describe itself/),
    ]);
    const absent = await open({ PLATFORM_COMMANDS: join(folder, 'absent') }).list(caller);
    expect(absent).toEqual({ operations: [], problems: ['PLATFORM_COMMANDS names a folder that cannot be opened.'] });
  });

  it('receive only the environment variables that all programs receive', async () => {
    await writeProgram('variables', { operations: [{ name: 'show' }] }, 'console.log(Object.keys(process.env).join())');
    const operations = open({ PLATFORM_COMMANDS: folder });
    const { stdout } = await operations.run(await confirm(operations, 'variables: show', {}), caller);
    // PWD is from the script's own shell.
    expect(stdout.trim().split(',').toSorted()).toEqual(['KUBECONFIG', 'PATH', 'PWD', 'SHIPMATE_PROCESS_TAG']);
  });

  it('report their output while they run, redacted, and their exit code', async () => {
    const work = `console.log('step 1'); console.error('password=hunter2'); process.exitCode = 4`;
    await writeProgram('steps', { operations: [{ name: 'go' }] }, work);
    const operations = open({ PLATFORM_COMMANDS: folder });
    const seen: string[] = [];
    const onOutput = (text: string) => void seen.push(text);
    const result = await operations.run(await confirm(operations, 'steps: go', {}), { ...caller, onOutput });
    expect(result).toMatchObject({ exitCode: 4, stdout: 'step 1\n', stderr: 'password=[redacted]\n' });
    expect(seen.toSorted()).toEqual(['password=[redacted]\n', 'step 1\n']);
  });

  it('are killed at their time limit', async () => {
    await writeProgram('endless', { operations: [{ name: 'go' }] }, 'setInterval(() => {}, 1000)');
    const operations = open({ PLATFORM_COMMANDS: folder, PLATFORM_TIMEOUT_SECONDS: 1 });
    const confirmed = await confirm(operations, 'endless: go', {});
    await expect(operations.run(confirmed, caller)).resolves.toMatchObject({ exitCode: null, timedOut: true });
  });

  it('run one at a time when one slot is configured, while listings do not wait for them', async () => {
    const work = `setInterval(() => require('fs').existsSync('.ended') && process.exit(0), 10)`;
    await writeProgram('waiter', { operations: [{ name: 'go' }] }, work);
    const operations = open({ PLATFORM_COMMANDS: folder, PROCESS_CONCURRENCY: 1 });
    const confirmed = await confirm(operations, 'waiter: go', {});
    const first = operations.run(confirmed, caller);
    const controller = new AbortController();
    const second = operations.run(confirmed, { principal, signal: controller.signal });
    await expect(operations.list(caller)).resolves.toMatchObject({ operations: expect.arrayContaining([]) });
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: 'ABORTED', message: expect.stringContaining('in the queue') });
    await writeFile(join(folder, '.ended'), '');
    await expect(first).resolves.toMatchObject({ exitCode: 0 });
  });

  it('run no command that was not confirmed', async () => {
    await writeProgram('fickle', { operations: [{ name: 'go', parameters: [provider] }] });
    const operations = open({ PLATFORM_COMMANDS: folder });
    const confirmed = await confirm(operations, 'fickle: go', { provider: 'aws' });
    const other = { ...confirmed, command: [...confirmed.command, '--force'] };
    await expect(operations.run(other, caller)).rejects.toMatchObject({ code: 'CONFLICT' });
    await writeProgram('fickle', { operations: [{ name: 'go', parameters: [{ ...provider, kind: 'flag' }] }] });
    await expect(operations.run(confirmed, caller)).rejects.toMatchObject({ code: 'CONFLICT' });
    await writeProgram('fickle', { operations: [] });
    await expect(operations.run(confirmed, caller)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a catalogue', () => {
  async function writeCatalogue(name: string, contents: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, contents);
    return path;
  }

  it('describes programs in its folder and on the path', async () => {
    await writeProgram('worker', {});
    const path = await writeCatalogue(
      'catalogue.yaml',
      `tools:
  - name: queue
    command: [./worker, --verbose]
    env: { QUEUE: main }
    operations:
      - name: grow
        parameters: [{ name: size, type: integer, required: true }]
  - name: words
    command: [echo]
    operations: [{ name: say, arguments: [], parameters: [{ name: text, kind: rest }] }]
`,
    );
    const operations = open({ PLATFORM_CATALOG: path });
    const grow = await operations.run(await confirm(operations, 'queue: grow', { size: 2 }), caller);
    expect(JSON.parse(grow.stdout)).toEqual(['--verbose', 'grow', '--size=2']);
    const say = await operations.run(await confirm(operations, 'words: say', { text: ['a b', '*'] }), caller);
    expect(say.stdout).toBe('a b *\n');
  });

  it.each([
    ['absent', undefined, /The catalogue absent was left out: it cannot be opened/],
    ['torn.yaml', 'tools: [', /The catalogue torn\.yaml was left out: it is no valid YAML/],
    ['odd.yaml', 'tools: [{ name: "../x", command: [x], operations: [] }]', /odd\.yaml was left out: tools\.0\.name/],
  ])('that is %s is reported as a problem and does not fail the listing', async (name, contents, problem) => {
    if (contents !== undefined) await writeCatalogue(name, contents);
    const listing = await open({ PLATFORM_CATALOG: join(folder, name) }).list(caller);
    expect(listing).toEqual({ operations: [], problems: [expect.stringMatching(problem)] });
  });

  it('takes precedence over programs of the same name', async () => {
    await writeProgram('twice', { operations: [{ name: 'second' }] });
    const path = await writeCatalogue(
      'twice.json',
      JSON.stringify({ tools: [{ name: 'twice', command: ['./twice'], operations: [{ name: 'first' }] }] }),
    );
    const listing = await open({ PLATFORM_CATALOG: path, PLATFORM_COMMANDS: folder }).list(caller);
    const ofTwice = listing.operations.filter(({ tool }) => tool === 'twice');
    expect(ofTwice.map(({ operation }) => operation)).toEqual(['first']);
    expect(listing.problems).toContain('Another twice was left out: there is one already.');
  });
});

describe('Nushell scripts', () => {
  /** Opens scripts with Nushell 0.115's recorded answers about `platform.nu`; other calls print their arguments. */
  async function openScripts(): Promise<OperationsPort> {
    const scripts = await mkdtemp(join(folder, 'nu-'));
    await writeFile(join(scripts, 'platform.nu'), '');
    const nu = join(scripts, 'nu');
    const script = `#!${process.execPath}
const args = process.argv.slice(2);
if (args[1] === '--commands') console.log('said by the script\\n' + require('fs').readFileSync(${JSON.stringify(recorded.pathname)}, 'utf8'));
else console.log(JSON.stringify(args));
`;
    await writeFile(nu, script, { mode: 0o755 });
    return open({ PLATFORM_NU_SCRIPTS: scripts, PLATFORM_NU: nu });
  }

  it('are listed by their Nushell signatures', async () => {
    const { operations, problems } = await (await openScripts()).list(caller);
    expect(problems).toEqual(['platform.nu load was left out: its rows (table) fits no command line.']);
    expect(operations.map(({ operation }) => operation)).toEqual(['apply ingress', 'create kubernetes']);
    expect(operations[1]).toMatchObject({
      tool: 'platform.nu',
      description: 'Creates a Kubernetes cluster.',
      words: ['create', 'kubernetes'],
      endOfFlags: true,
    });
    expect(operations[1]?.parameters).toEqual([
      { name: 'provider', kind: 'positional', text: 'Where it runs.', type: 'string', required: true },
      { name: 'name', kind: 'flag', text: 'Name of the cluster.', type: 'string', required: false, default: 'dot' },
      { name: 'nodes', kind: 'flag', text: 'Number of nodes.', type: 'integer', required: false, default: 3 },
      { name: 'size', kind: 'flag', text: 'Machine size.', type: 'string', required: false },
      { name: 'auth', kind: 'switch', text: 'Log in first.', type: 'boolean', required: false },
      { name: 'min-nodes', kind: 'flag', text: '', type: 'integer', required: false },
    ]);
  });

  it('run with positional parameters in order', async () => {
    const operations = await openScripts();
    const values = { class: 'nginx', host: '-x', hosts: ['a', 'b'] };
    const confirmed = await confirm(operations, 'platform.nu: apply ingress', values);
    const { stdout } = await operations.run(confirmed, caller);
    expect(JSON.parse(stdout)).toEqual([
      '--no-config-file',
      'platform.nu',
      'apply',
      'ingress',
      '--',
      'nginx',
      '-x',
      'a',
      'b',
    ]);
  });

  it('are reported as a problem when Nushell is not installed', async () => {
    const scripts = await mkdtemp(join(folder, 'nu-'));
    await writeFile(
      join(scripts, 'platform.nu'),
      await readFile(new URL('./source/__fixtures__/platform.nu', import.meta.url)),
    );
    const listing = await open({ PLATFORM_NU_SCRIPTS: scripts, PLATFORM_NU: join(scripts, 'nu') }).list(caller);
    expect(listing).toEqual({
      operations: [],
      problems: [
        'The signatures of platform.nu cannot be read: The program "nu" was not found. Install it, or set PLATFORM_NU.',
      ],
    });
  });
});

it('createOperations returns nothing when no source is configured', () => {
  expect(createOperations({ environment: { PATH: '/bin' } })).toBeUndefined();
});
