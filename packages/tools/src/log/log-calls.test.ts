import { inspect } from 'node:util';
import { AppError, bindTools, type BoundTool, type Logger } from '@shipmate/core';
import { beforeAll, expect, it } from 'vitest';
import { createGitCheckout, type GitCheckout } from '../../test/support/create-git-checkout.ts';
import { codeTools, fileTools, gitTools } from '../registry.ts';
import { logCalls } from './log-calls.ts';

const secret = `ghp_${'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7'}`;
const lines: { readonly message: string; readonly fields: Readonly<Record<string, unknown>> }[] = [];
const write = (message: string, fields = {}) => void lines.push({ message, fields });
const logger: Logger = { debug: write, info: write, warn: write, error: write, child: () => logger };

let checkout: GitCheckout;
beforeAll(async () => {
  checkout = await createGitCheckout({ 'src/a.ts': 'export const a = 1;\n', 'key.txt': `token ${secret}\n` });
});

async function call(name: string, input: object): Promise<typeof lines> {
  lines.length = 0;
  const tools = bindTools([...fileTools, ...codeTools, ...gitTools], checkout.context.ports).map(logCalls);
  const tool = tools.find((each) => each.name === name);
  await tool?.execute(tool.parse(input), { ...checkout.context, logger, toolCallId: 'c1' }).catch(() => undefined);
  return [...lines];
}

it('a call is logged at its start and its end, with path and size and without content', async () => {
  const [started, ended] = await call('readFile', { filePath: 'src/a.ts' });
  expect(started).toEqual({
    message: 'tool call started',
    fields: { tool: 'readFile', toolCallId: 'c1', runId: undefined, input: { filePath: 'src/a.ts', encoding: 'utf8' } },
  });
  expect(ended).toMatchObject({
    message: 'tool call ended',
    fields: { status: 'completed', filePath: 'src/a.ts', size: 20, ms: expect.any(Number) },
  });
  expect(JSON.stringify(ended)).not.toContain('export');
});

it('changes of files are logged with their paths and sizes', async () => {
  const calls: readonly (readonly [name: string, input: object, facts: object])[] = [
    ['writeFile', { filePath: 'c.txt', content: 'one\n' }, { filePath: 'c.txt', size: 4 }],
    ['editFile', { filePath: 'c.txt', oldStr: 'one', newStr: 'three' }, { filePath: 'c.txt', size: 6 }],
    ['moveFile', { from: 'c.txt', to: 'd.txt' }, { from: 'c.txt', to: 'd.txt', size: 6 }],
    ['removeFile', { filePath: 'd.txt', unversioned: true }, { filePath: 'd.txt', size: 6 }],
  ];
  for (const [name, input, facts] of calls) {
    expect((await call(name, input)).at(-1)?.fields).toMatchObject({ tool: name, status: 'completed', ...facts });
  }
});

it('inputs are logged without secrets, and cut', async () => {
  const [started] = await call('writeFile', { filePath: 'b.txt', content: `${secret}\n${'x'.repeat(9_000)}` });
  const text = JSON.stringify(started);
  expect(text).not.toContain(secret);
  expect(text).toContain('characters)');
  expect(text.length).toBeLessThan(1_000);
});

it('a failure is logged with its error', async () => {
  const [, ended] = await call('readFile', { filePath: 'absent.ts' });
  expect(ended).toMatchObject({ message: 'tool call ended', fields: { status: 'failed' } });
  expect(AppError.isInstance(ended?.fields['error'])).toBe(true);
});

it('an error is logged with its stack and cause, and without secrets', async () => {
  const failing: BoundTool = {
    ...(bindTools(fileTools, checkout.context.ports)[0] as BoundTool),
    execute: async () => {
      const inner = new Error(`inner ${secret}`, { cause: `deep ${secret}` });
      throw new AppError({ code: 'CONFLICT', message: `It failed: ${secret}`, details: [secret], cause: inner });
    },
  };
  lines.length = 0;
  await expect(logCalls(failing).execute({}, { ...checkout.context, logger, toolCallId: 'c1' })).rejects.toThrow(
    secret,
  );
  const error = lines.at(-1)?.fields['error'];
  if (!AppError.isInstance(error) || !(error.cause instanceof Error)) throw new Error('The error is not logged.');
  expect(error).toMatchObject({ code: 'CONFLICT', message: 'It failed: [redacted: github-token]' });
  expect(error.stack).toContain('log-calls.test.ts');
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(secret);
  expect(inspect(error)).toContain('inner [redacted: github-token]');
});

it.each([
  ['gitBranch', { action: 'create', name: secret }],
  ['gitLog', { author: secret }],
])('the arguments of git are logged without secrets: %s', async (tool, input) => {
  const logged = await call(tool, input);
  expect(logged.some(({ message }) => message === 'git')).toBe(true);
  expect(inspect(logged, { depth: 10, showHidden: true })).not.toContain(secret);
});

it('an analysis of code is logged with the peak memory of the process', async () => {
  const logged = await call('analyzeCodeStructure', { filePath: 'src/a.ts' });
  expect(logged.at(-1)?.fields['peakMemoryMb']).toBeGreaterThan(1);
});

it('git is logged with its arguments, exit code and the beginning of its output, without secrets', async () => {
  const git = (await call('gitCommand', { command: 'show', args: ['HEAD:key.txt'] })).filter(
    ({ message }) => message === 'git',
  );
  expect(git.at(-1)?.fields).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^token /) });
  expect(JSON.stringify(git)).not.toContain(secret);
  expect(JSON.stringify(git.at(-1)?.fields['args'])).toContain('blob');
});

it.each([
  ['gitBranch', { action: 'create', name: 'topic' }],
  ['gitCheckout', { branch: 'main' }],
  ['gitPull', { branch: 'main' }],
])(
  '%s checks the name of its branch through the port, whose limits hold and whose calls are logged',
  async (tool, input) => {
    const checks = (await call(tool, input)).filter(
      ({ message, fields }) => message === 'git' && JSON.stringify(fields['args']).includes('check-ref-format'),
    );
    expect(checks).toMatchObject([
      { fields: { args: ['check-ref-format', '--branch', expect.any(String)], exitCode: 0 } },
    ]);
  },
);
