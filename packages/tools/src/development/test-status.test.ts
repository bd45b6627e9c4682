import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { createCommands } from './create-commands.ts';
import { runTests } from './run-tests.ts';

let toolchain: string;
let commands: ReturnType<typeof createCommands>;
beforeAll(async () => {
  toolchain = await mkdtemp(join(tmpdir(), 'shipmate-toolchain-'));
  for (const name of ['mvn', 'go', 'python3']) {
    await writeFile(join(toolchain, name), '#!/bin/sh\n. ./runner.sh\n', { mode: 0o755 });
  }
  const { PATH } = process.env;
  commands = createCommands({ environment: { PATH, ALLOW_UNSANDBOXED_CODE: true, COMMAND_TOOLCHAINS: [toolchain] } });
});
afterAll(async () => {
  await commands.close();
  await rm(toolchain, { recursive: true });
});

/** Runs the tests of a project with a script in place of its runner. */
async function runWith(project: Readonly<Record<string, string>>, script: string) {
  await using checkout = await createCheckout({ ...project, 'runner.sh': script });
  const { ports, ...rest } = checkout.context;
  return await runTests.execute({}, { ...rest, ports: { ...ports, commands } });
}

/** Writes the report of pytest, whose path is the fifth argument. */
const toPytest = (report: string, code: number) => `echo '${report}' > "\${5#--junitxml=}"\nexit ${code}\n`;

it.each([
  ['Maven 3.8 without a test', { 'pom.xml': '' }, 'echo "[INFO] No tests to run."', 'no_tests'],
  ['Maven 3.8 that does not compile', { 'pom.xml': '' }, 'echo "[ERROR] Compilation failure"; exit 1', 'crashed'],
  [
    'Maven 3.8 with a skipped test and a module that does not compile',
    { 'pom.xml': '', 'a/target/surefire-reports/new/.keep': '' },
    `echo '<testsuite><testcase name="a"><skipped/></testcase></testsuite>' > a/target/surefire-reports/A.xml; exit 1`,
    'failed',
  ],
  ['pytest 7.2 without a test', { 'pytest.ini': '' }, toPytest('<testsuites/>', 5), 'no_tests'],
  ['pytest 7.2 that found no file', { 'pytest.ini': '' }, toPytest('<testsuites/>', 4), 'no_tests'],
  ['pytest 7.2 with an error of its own', { 'pytest.ini': '' }, toPytest('<testsuites/>', 3), 'failed'],
  [
    'go that ends with 4 and reports no test',
    { 'go.mod': 'module m' },
    'echo \'{"Action":"start"}\'; exit 4',
    'failed',
  ],
  ['go that says what Jest says', { 'go.mod': 'module m' }, 'echo "No tests found" >&2; exit 1', 'crashed'],
  ['pytest that ends well and leaves no report', { 'pytest.ini': '' }, 'exit 0', 'crashed'],
])('the status of %s', async (...[, project, script, status]) => {
  expect(await runWith(project as Readonly<Record<string, string>>, script)).toMatchObject({ status });
});

it('shows of go what is not in its report', async () => {
  const script = `cat <<'END'
{"Action":"output","Package":"m/none","Output":"?   \\tm/none\\t[no test files]\\n"}
{"Action":"skip","Package":"m/none","Elapsed":0}
FAIL\tm/price [build failed]
END
echo 'price/price.go:3:25: cannot use "a"' >&2
exit 2`;
  const result = await runWith({ 'go.mod': 'module m' }, script);
  expect(result).toMatchObject({ status: 'failed', total: 1, failed: 1 });
  expect(result.output).toBe('FAIL\tm/price [build failed]\n[stderr]\nprice/price.go:3:25: cannot use "a"');
});
