import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { AppError, bindTools, type BoundTool } from '@shipmate/core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createCommands } from '../../src/development/create-commands.ts';
import { unisolated } from '../../src/process/isolation/find-isolator.ts';
import { formatCode } from '../../src/quality/format-code.ts';
import { lintCode } from '../../src/quality/lint-code.ts';
import { codeTools, developmentTools, fileTools, gitTools } from '../../src/registry.ts';
import { createGitCheckout, type GitCheckout } from '../support/create-git-checkout.ts';

// Put together here, so that no scanner takes this file for one with secrets.
const body = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7';
const token = `ghp_${body}`;
const keyLine = `MIIEvQIBADANBgkq/${'kEyD'.repeat(10)}`;
const key = [
  '-----BEGIN PRIVATE KEY-----',
  ...Array.from({ length: 8 }, () => keyLine),
  '-----END PRIVATE KEY-----',
].join('\n');

const program = (script: string) => `#!/bin/sh\n${script}\n`;
const files = {
  'src/shop.ts': `export function buy(a = '${token}') {\n  return a;\n}\nexport const text = \`${key}\`;\nbuy('${token}');\nexport class Shop {}\n`,
  'src/pay.py': `def pay(token="${token}"):\n    return token\n`,
  'key.pem': `# Before\n${key}\n# After\n`,
  '.env': `API_TOKEN=${token}\n`,
  'package.json': JSON.stringify({
    scripts: { hello: `echo ${token}; echo ${token} 1>&2` },
    devDependencies: { vitest: '5', eslint: '9', prettier: '3' },
  }),
  'eslint.config.js': '',
  '.prettierrc': '{}',
  'node_modules/.bin/vitest': program(
    `for arg; do case "$arg" in --outputFile.json=*) R="\${arg#*=}";; esac; done; echo ${token}; cat report.json > "$R"; exit 1`,
  ),
  'node_modules/.bin/eslint': program(
    'while [ $# -gt 0 ]; do [ "$1" = --output-file ] && R="$2"; shift; done; cat lint.json > "$R"; exit 1',
  ),
  'node_modules/.bin/prettier': program(`echo "[error] src/shop.ts: SyntaxError: ${token}" 1>&2; exit 2`),
  'report.json': JSON.stringify({
    testResults: [
      {
        name: `${token}.test.ts`,
        status: 'failed',
        assertionResults: [
          { fullName: `pays with ${token}`, status: 'failed', failureMessages: [`expected ${token}\n${key}`] },
          { fullName: 'is cut', status: 'failed', failureMessages: [`${'x'.repeat(3_980)} ${token}`] },
        ],
      },
    ],
  }),
  'lint.json': JSON.stringify([
    {
      filePath: `${token}.ts`,
      messages: [`${token} is used`, `${'x'.repeat(980)} ${token}`].map((message) => ({
        ruleId: `a/${token}`,
        severity: 2,
        message,
        line: 1,
        column: 1,
      })),
    },
  ]),
};

let checkout: GitCheckout;
let tools: readonly BoundTool[];
const environment = { PATH: process.env['PATH'], ALLOW_UNSANDBOXED_CODE: true };
const commands = createCommands({ environment, isolator: unisolated });
beforeAll(async () => {
  checkout = await createGitCheckout(files);
  for (const name of ['vitest', 'eslint', 'prettier'])
    await chmod(join(checkout.folder, 'node_modules/.bin', name), 0o755);
  const ports = { ...checkout.context.ports, commands };
  tools = bindTools([...fileTools, ...gitTools, ...codeTools, ...developmentTools, lintCode, formatCode], ports);
});
afterAll(() => commands.close());

it.each<readonly [name: string, input: object]>([
  ['readFile', { filePath: 'src/shop.ts' }],
  ['readFile', { filePath: 'key.pem', startLine: 3, endLine: 4 }],
  ['searchFiles', { pattern: 'MII|ghp_', includeHidden: true }],
  ['searchFiles', { pattern: 'kEyD/?' }],
  ['findReferences', { symbol: 'buy' }],
  ['findReferences', { symbol: 'pay' }],
  ['findReferences', { symbol: 'text' }],
  ['findReferences', { symbol: 'MIIEvQIBADANBgkq' }],
  ['findReferences', { symbol: 'API_TOKEN', filePattern: '.env' }],
  ['analyzeCodeStructure', { filePath: 'src/shop.ts' }],
  ['runPackageCommand', { command: 'hello' }],
  ['runTests', {}],
  ['lintCode', {}],
  ['formatCode', {}],
  ['editFile', { filePath: 'key.pem', oldStr: '# Before', newStr: '# Key' }],
  ['editFile', { filePath: 'key.pem', oldStr: '# After', newStr: '# End' }],
  ['editFile', { filePath: 'src/shop.ts', oldStr: 'class Shop', newStr: 'class Store' }],
  ['gitDiff', {}],
  ['renameSymbol', { symbol: 'buy', newName: 'order', filePath: 'src/shop.ts' }],
  ['renameSymbol', { symbol: 'pay', newName: 'order', filePath: 'src/pay.py' }],
  ['gitCommand', { command: 'diff' }],
  ['gitCommit', { message: `Use ${token}`, addAll: true }],
])('%s %j shows no secret in its result, its preview, its output and the log', async (name, input) => {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  const shown: unknown[] = [];
  const log = vi.fn<(...entry: readonly unknown[]) => void>((...entry) => void shown.push(entry));
  const logger = { debug: log, info: log, warn: log, error: log, child: () => logger };
  const context = { ...checkout.context, logger, report: (text: string) => shown.push(text) };
  try {
    const parsed = tool.parse(input);
    if (tool.preview) shown.push(await tool.preview(parsed, context));
    const result = await tool.execute(parsed, context);
    shown.push(result, tool.toModel(result));
  } catch (thrown) {
    if (!AppError.isInstance(thrown)) throw thrown;
    shown.push(thrown.message, thrown.details);
  }
  const text = JSON.stringify(shown);
  expect(text).not.toContain(body.slice(0, 8));
  expect(text).not.toContain('kEyDkEyD');
});

it('edits beside secrets leave the secrets as they are', async () => {
  expect((await checkout.git('diff', 'HEAD', '--stat')).trim()).not.toBe('');
  const removed = (await checkout.git('diff', 'HEAD', '--unified=0'))
    .split('\n')
    .filter((line) => /^-(?!--)/u.test(line));
  expect(removed.filter((line) => line.includes('kEyD'))).toEqual([]);
  expect(await checkout.git('diff', 'HEAD')).not.toContain('[redacted');
});
