import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { ToolContext } from '@shipmate/core';
import { afterAll, expect, it } from 'vitest';
import { createCheckout, type CreatedCheckout } from '../../test/support/create-checkout.ts';
import type { DevelopmentPorts } from '../development/command-port.ts';
import { createCommands } from '../development/create-commands.ts';
import { unisolated } from '../process/isolation/find-isolator.ts';
import { formatCode } from './format-code.ts';
import { lintCode } from './lint-code.ts';

/** Stands in for yarn 4, which needs a network: runs the script `yarn.sh` of the checkout. */
const toolchain = await mkdtemp(join(tmpdir(), 'shipmate-toolchain-'));
await writeFile(join(toolchain, 'yarn'), '#!/bin/sh\n. ./yarn.sh\n', { mode: 0o755 });
const environment = { PATH: process.env['PATH'], ALLOW_UNSANDBOXED_CODE: true, COMMAND_TOOLCHAINS: [toolchain] };
const commands = createCommands({ environment, isolator: unisolated });
afterAll(async () => {
  await commands.close();
  await rm(toolchain, { recursive: true });
});

/** The Biome of this repository, as a package manager installs it. */
const biome = join(fileURLToPath(new URL('../../../../node_modules/.bin', import.meta.url)), 'biome');
const biomeFiles = {
  'biome.json': '{}\n',
  'node_modules/.bin/biome': `#!/bin/sh\nexec ${biome} "$@"\n`,
  'src/bad.ts': 'export function f(x: number) {\n\tif (x == 2) {\n\t\tdebugger;\n\t}\n}\n',
  'src/good.ts': 'export const y = 1;\n',
  'src/long.ts': 'export   const z=1\n',
};

async function open(files: Readonly<Record<string, string>>) {
  const checkout = await createCheckout(files);
  for (const path of Object.keys(files).filter((each) => each.includes('.bin/'))) {
    await chmod(join(checkout.folder, path), 0o755);
  }
  return { checkout, context: contextOf(checkout) };
}

function contextOf(checkout: CreatedCheckout): ToolContext<DevelopmentPorts> {
  const { ports, ...rest } = checkout.context;
  return { ...rest, ports: { ...ports, commands } };
}

it('lintCode reports the problems of Biome with places and rules, and none of a clean file', async () => {
  const { checkout, context } = await open(biomeFiles);
  await using _ = checkout;
  const result = await lintCode.execute({ filePath: 'src' }, context);
  expect(result).toMatchObject({ status: 'problems', linter: 'biome', isolation: 'none' });
  expect(result.problems).toContainEqual(
    expect.objectContaining({ file: 'src/bad.ts', line: 3, rule: 'lint/suspicious/noDebugger', severity: 'error' }),
  );
  const text = lintCode.toModel?.(lintCode.output.parse(result)) ?? '';
  expect(text).toMatch(/src\/bad\.ts:3:\d+ error lint\/suspicious\/noDebugger/);
  expect(text).not.toContain(checkout.folder);
  expect(await lintCode.execute({ filePath: 'src/good.ts' }, context)).toMatchObject({ status: 'clean', errors: 0 });
  expect(await lintCode.execute({ filePath: 'src/absent.ts' }, context)).toMatchObject({ status: 'crashed' });
});

it('lintCode says that a report of Biome is cut, and that not all of its problems are counted', async () => {
  const many = Array.from({ length: 300 }, (_, index) => [`many/${index}.js`, 'a==b\n'.repeat(100)] as const);
  const { checkout, context } = await open({ ...biomeFiles, ...Object.fromEntries(many) });
  await using _ = checkout;
  const result = await lintCode.execute({ filePath: 'many' }, context);
  expect(result).toMatchObject({ status: 'problems', truncated: true, notes: [expect.stringContaining('is cut')] });
  const text = lintCode.toModel?.(lintCode.output.parse(result)) ?? '';
  expect(text).toMatch(/: \d+ errors, 0 warnings\. The output has more than 4 MB and is cut in the middle/);
});

it('formatCode lists files whose format differs, and writes only the named ones', async () => {
  const { checkout, context } = await open(biomeFiles);
  await using _ = checkout;
  const checked = await formatCode.execute({ check: true }, context);
  expect(checked).toMatchObject({ succeeded: true, formatter: 'biome', written: false });
  expect(checked.files).toContain('src/long.ts');
  expect(await checkout.read('src/long.ts')).toBe(biomeFiles['src/long.ts']);
  const written = await formatCode.execute({ filePath: 'src/long.ts' }, context);
  expect(written).toMatchObject({ succeeded: true, files: ['src/long.ts'], written: true });
  expect(await checkout.read('src/long.ts')).toBe('export const z = 1;\n');
  expect(await formatCode.execute({ filePath: 'src/long.ts' }, context)).toMatchObject({ files: [], written: false });
  const text = formatCode.toModel?.(formatCode.output.parse(written)) ?? '';
  expect(text).toContain('Formatted 1 files (biome).');
});

it('formatCode fails and writes nothing where Biome cannot parse a file, as with Prettier', async () => {
  const { checkout, context } = await open({ ...biomeFiles, 'src/broken.ts': 'const = 1;\n' });
  await using _ = checkout;
  for (const check of [true, false]) {
    const result = await formatCode.execute({ check }, context);
    expect(result).toMatchObject({ succeeded: false, formatter: 'biome', written: false });
    expect(result.output).toContain('file=src/broken.ts');
  }
  expect(await checkout.read('src/long.ts')).toBe(biomeFiles['src/long.ts']);
});

/** A program that leaves the arguments that it got in a file. */
const recording = (script: string) => `#!/bin/sh\nprintf '%s\\n' "$@" > arguments\n${script}\n`;

it.each(['src/bad.ts', 'packages/a/src/bad.ts', undefined])(
  'lintCode and formatCode work on %s of a workspace package with the Biome of the repository',
  async (filePath) => {
    const { checkout, context } = await open({
      ...biomeFiles,
      'packages/a/package.json': '{}',
      'packages/a/src/bad.ts': biomeFiles['src/bad.ts'],
      'packages/a/src/long.ts': biomeFiles['src/long.ts'],
    });
    await using _ = checkout;
    const workingDirectory = './packages/a/';
    const { problems } = await lintCode.execute({ filePath, workingDirectory }, context);
    expect(new Set(problems.map(({ file }) => file))).toEqual(new Set(['packages/a/src/bad.ts']));
    const target = filePath?.replace('bad', 'long');
    const written = await formatCode.execute({ filePath: target, workingDirectory }, context);
    expect(written).toMatchObject({ succeeded: true, written: true });
    expect(written.files).toContain('packages/a/src/long.ts');
    expect(await checkout.read('packages/a/src/long.ts')).toBe('export const z = 1;\n');
    expect(await checkout.read('src/long.ts')).toBe(biomeFiles['src/long.ts']);
  },
);

it('lintCode and formatCode use the programs that a workspace package names before those of the repository', async () => {
  const { checkout, context } = await open({
    ...biomeFiles,
    'a/package.json': '{"devDependencies":{"eslint":"9","prettier":"3"}}',
    'a/node_modules/.bin/eslint': recording('exit 2'),
    'node_modules/.bin/prettier': '#!/bin/sh\necho x.js; exit 1\n',
  });
  await using _ = checkout;
  const linted = await lintCode.execute({ workingDirectory: 'a' }, context);
  expect(linted).toMatchObject({ status: 'crashed', linter: 'eslint' });
  expect(linted.command[0]).toBe('./a/node_modules/.bin/eslint');
  const formatted = await formatCode.execute({ workingDirectory: 'a', check: true }, context);
  expect(formatted).toMatchObject({ formatter: 'prettier', files: ['a/x.js'] });
});

it('the inputs of the quality tools keep their names, and workingDirectory is checked as that of runTests', async () => {
  expect(Object.keys(lintCode.input.shape)).toEqual(['filePath', 'fix', 'workingDirectory']);
  expect(Object.keys(formatCode.input.shape)).toEqual(['filePath', 'check', 'workingDirectory']);
  const { checkout, context } = await open(biomeFiles);
  await using _ = checkout;
  for (const [workingDirectory, code] of [
    ['missing', 'NOT_FOUND'],
    ['../outside', 'VALIDATION_ERROR'],
  ] as const) {
    const expected = {
      code,
      message: expect.stringContaining('of workingDirectory cannot be used'),
      details: { field: 'workingDirectory' },
    };
    await expect(lintCode.execute({ workingDirectory }, context)).rejects.toMatchObject(expected);
    await expect(formatCode.execute({ workingDirectory }, context)).rejects.toMatchObject(expected);
  }
});

it('lintCode reads the report of ESLint and repairs on demand', async () => {
  const report = [
    {
      filePath: 'src/a.js',
      messages: [{ ruleId: 'no-var', severity: 2, message: 'Unexpected \u001b[2Jvar.', line: 1, column: 1 }],
    },
  ];
  const { checkout, context } = await open({
    'package.json': '{"devDependencies":{"eslint":"9"}}',
    'node_modules/.bin/eslint': recording(
      `while [ "$1" != --output-file ]; do shift; done\necho '${JSON.stringify(report)}' > "$2"\nexit 1`,
    ),
  });
  await using _ = checkout;
  const result = await lintCode.execute({ filePath: '-rf', fix: true }, context);
  expect(result).toMatchObject({
    status: 'problems',
    linter: 'eslint',
    errors: 1,
    problems: [{ file: 'src/a.js', rule: 'no-var', message: 'Unexpected var.' }],
  });
  const args = (await readFile(join(checkout.folder, 'arguments'), 'utf8')).trim().split('\n');
  expect([args.includes('--fix'), args.at(-1)]).toEqual([true, './-rf']);
});

it.each([
  ['no report', 'echo "Oops: no config"; exit 2', 'crashed'],
  ['an empty report', `while [ "$1" != --output-file ]; do shift; done\necho '[]' > "$2"`, 'clean'],
])('lintCode says how an ESLint with %s ended', async (_name, script, status) => {
  const files = { '.eslintrc.json': '{}', 'node_modules/.bin/eslint': recording(script) };
  const { checkout, context } = await open(files);
  await using _ = checkout;
  expect(await lintCode.execute({}, context)).toMatchObject({ status, notes: [] });
});

it.each([
  [1, 'problems'],
  [0, 'problems'],
  [2, 'crashed'],
])('lintCode says that the report of an ESLint that ended with %i is too large to be read', async (code, status) => {
  const script = `while [ "$1" != --output-file ]; do shift; done\nhead -c 8000001 /dev/zero > "$2"\nexit ${code}`;
  const files = { '.eslintrc.json': '{}', 'node_modules/.bin/eslint': recording(script) };
  const { checkout, context } = await open(files);
  await using _ = checkout;
  const result = await lintCode.execute({}, context);
  const notes = [expect.stringMatching(/The report has more than 8 MB .* filePath/)];
  expect(result).toMatchObject({ status, errors: 0, warnings: 0, problems: [], notes });
  const text = lintCode.toModel?.(lintCode.output.parse(result)) ?? '';
  expect(text).toContain(result.notes[0]);
  expect(text).not.toContain('0 errors');
});

it('formatCode formats with Prettier, and says that it failed', async () => {
  const script =
    'case "$*" in *--write*) echo formatted > a.js;; *fail*) echo "[error] No parser"; exit 2;; *) echo a.js; exit 1;; esac';
  const files = { '.prettierrc': '{}', 'a.js': 'x', 'node_modules/.bin/prettier': recording(script) };
  const { checkout, context } = await open(files);
  await using _ = checkout;
  expect(await formatCode.execute({}, context)).toMatchObject({
    succeeded: true,
    formatter: 'prettier',
    files: ['a.js'],
    written: true,
  });
  expect(await checkout.read('a.js')).toBe('formatted\n');
  const failed = await formatCode.execute({ filePath: 'fail' }, context);
  expect(failed).toMatchObject({ succeeded: false, written: false, output: expect.stringContaining('No parser') });
});

it.each([
  [{ 'package.json': '{}' }, 'NOT_FOUND'],
  [{ 'biome.json': '{}' }, 'UNAVAILABLE'],
  [{ '.prettierrc': '{}', 'eslint.config.js': '' }, 'UNAVAILABLE'],
])('a repository with %j is refused with %s', async (files, code) => {
  const { checkout, context } = await open(files as Readonly<Record<string, string>>);
  await using _ = checkout;
  await expect(lintCode.execute({}, context).catch(() => formatCode.execute({}, context))).rejects.toMatchObject({
    code,
  });
});

it.each(['../x', '/etc', '.git/config', 'a\0'])('the path %j is refused', async (filePath) => {
  const { checkout, context } = await open(biomeFiles);
  await using _ = checkout;
  await expect(lintCode.execute({ filePath }, context)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(formatCode.execute({ filePath }, context)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

it('lintCode and formatCode start their program with yarn where packages are installed with Plug and Play', async () => {
  const manifest = JSON.stringify({ devDependencies: { eslint: '10', prettier: '3' } });
  const script =
    'echo "$@" > called.txt\nwhile [ $# -gt 0 ] && [ "$1" != --output-file ]; do shift; done\n[ $# = 0 ] || echo "[]" > "$2"\n';
  const { checkout, context } = await open({ '.pnp.cjs': '', 'package.json': manifest, 'yarn.sh': script });
  await using _ = checkout;
  const linted = await lintCode.execute({}, context);
  expect(linted).toMatchObject({
    status: 'clean',
    command: ['yarn', 'run', '-B', 'eslint', '--no-color', '--format', 'json', '.'],
  });
  expect(await checkout.read('called.txt')).toMatch(/^run -B eslint --output-file .* --no-color --format json \.\n$/);
  const checked = await formatCode.execute({ check: true }, context);
  expect(checked).toMatchObject({ succeeded: true, files: [] });
  // Prettier 3 is silent about a file that .prettierignore names, and exits with 0: https://prettier.io/docs/ignore
  expect(formatCode.toModel?.(formatCode.output.parse(checked))).toContain('files that it ignores are not checked');
  expect(await checkout.read('called.txt')).toBe('run -B prettier --list-different --no-color .\n');
});
