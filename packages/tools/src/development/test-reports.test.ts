import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { createCommands } from './create-commands.ts';
import { runTests } from './run-tests.ts';

/** Stands in for Maven, which needs a network, and for bun: runs the script `maven.sh` of the checkout. */
const maven = `#!/bin/sh
exec sh ./maven.sh
`;

let toolchain: string;
let commands: ReturnType<typeof createCommands>;
beforeAll(async () => {
  toolchain = await mkdtemp(join(tmpdir(), 'shipmate-toolchain-'));
  for (const name of ['mvn', 'bun']) await writeFile(join(toolchain, name), maven, { mode: 0o755 });
  const { PATH } = process.env;
  commands = createCommands({ environment: { PATH, ALLOW_UNSANDBOXED_CODE: true, COMMAND_TOOLCHAINS: [toolchain] } });
});
afterAll(async () => {
  await commands.close();
  await rm(toolchain, { recursive: true });
});

async function runWith(script: string) {
  await using checkout = await createCheckout({ 'pom.xml': '<project/>', 'maven.sh': script });
  const { ports, ...rest } = checkout.context;
  return await runTests.execute({}, { ...rest, ports: { ...ports, commands } });
}

/** Writes a report of one test with this many bytes of output. */
function writeReport(name: string, bytes: number): string {
  const path = `target/surefire-reports/${name}.xml`;
  return `mkdir -p target/surefire-reports
{ echo '<testsuite><testcase name="${name}"/><system-out>'; head -c ${bytes} /dev/zero | tr '\\0' x; echo '</system-out></testsuite>'; } > ${path}`;
}

it('a report of Maven may have several megabytes', async () => {
  const result = await runWith([writeReport('One', 3_000_000), writeReport('Two', 10), 'echo done'].join('\n'));
  expect(result).toMatchObject({ status: 'passed', total: 2, passed: 2, exitCode: 0, notes: [], output: 'done' });
});

it('a report of Maven that is too large is left out and named, and the others are counted', async () => {
  const result = await runWith(
    [writeReport('One', 9_000_000), writeReport('Two', 10), 'echo done', 'exit 1'].join('\n'),
  );
  expect(result).toMatchObject({ status: 'failed', total: 1, passed: 1, exitCode: 1, output: 'done' });
  expect(result.notes).toEqual([expect.stringContaining('"target/surefire-reports/One.xml"')]);
});

it('reports of Maven that are too large together are left out', async () => {
  const names = Array.from({ length: 5 }, (_empty, index) => `Test${index}`);
  const result = await runWith(names.map((name) => writeReport(name, 7_000_000)).join('\n'));
  expect(result).toMatchObject({ status: 'passed', total: 4, passed: 4, exitCode: 0 });
  expect(result.notes).toEqual([expect.stringContaining('"target/surefire-reports/Test4.xml"')]);
});

it.each([
  { runner: 'vitest', option: '--outputFile.json=', code: 0, status: 'passed' },
  { runner: 'vitest', option: '--outputFile.json=', code: 1, status: 'failed' },
  { runner: 'jest', option: '--outputFile=', code: 0, status: 'passed' },
  { runner: 'mocha', option: 'output=', code: 1, status: 'failed' },
])(
  'a report of $runner that is too large is named, and after exit code $code the status is $status',
  async ({ runner, option, code, status }) => {
    const script = `#!/bin/sh
for arg; do case "$arg" in ${option}*) head -c 9000000 /dev/zero > "\${arg#*=}";; esac; done
exit ${code}
`;
    const program = `node_modules/.bin/${runner}`;
    await using checkout = await createCheckout({
      'package.json': JSON.stringify({ devDependencies: { [runner]: '5' } }),
      [program]: script,
    });
    await chmod(join(checkout.folder, program), 0o755);
    const { ports, ...rest } = checkout.context;
    const result = await runTests.execute({}, { ...rest, ports: { ...ports, commands } });
    expect(result).toMatchObject({ status, total: 0, exitCode: code });
    expect(result.notes).toEqual([
      expect.stringMatching(/^Reports of more than 8 MB.* are not read\..*: "\w+\.\w+"\./u),
    ]);
  },
);

it('a run of Maven whose only report is too large has the status of its exit code', async () => {
  const result = await runWith(writeReport('One', 9_000_000));
  expect(result).toMatchObject({ status: 'passed', total: 0, exitCode: 0 });
  expect(result.notes).toEqual([expect.stringContaining('"target/surefire-reports/One.xml"')]);
});

/** What react-scripts 5.0.1, Mocha 11 and bun 1.4.5 wrote to standard error in place of a report. */
const silent = {
  'react-scripts': `No tests found, exiting with code 1
Run with \`--passWithNoTests\` to exit with code 0
In .
  4 files checked.
Pattern: src/absent.test.js - 0 matches`,
  mocha: 'Error: No test files found: "test"',
  'bun without tests': `No tests found!

Tests need ".test", "_test_", ".spec" or "_spec_" in the filename (ex: "MyApp.test.ts")`,
  'bun with a pattern': `The following filters did not match any test files:
 src/absent.test.js
11 files were searched [95.00ms]`,
};

it.each(Object.entries(silent))('a run of %s that finds no test has not crashed', async (name, text) => {
  const isBun = name.startsWith('bun');
  const program = `node_modules/.bin/${name}`;
  const script = `#!/bin/sh\ncat >&2 <<'END'\n${text}\nEND\nexit 1\n`;
  await using checkout = await createCheckout({
    'package.json': JSON.stringify({ devDependencies: isBun ? {} : { [name]: '5' } }),
    ...(isBun ? { 'bun.lock': '', 'maven.sh': script } : { [program]: script }),
  });
  if (!isBun) await chmod(join(checkout.folder, program), 0o755);
  const { ports, ...rest } = checkout.context;
  const result = await runTests.execute({}, { ...rest, ports: { ...ports, commands } });
  expect(result).toMatchObject({ status: 'no_tests', total: 0, exitCode: 1, output: `[stderr]\n${text}` });
  expect(result.notes).toEqual([expect.stringContaining('not a success')]);
});
