import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataDirectory, runShipmate } from './shipmate.ts';

const stack = new AsyncDisposableStack();
let dataDir: readonly string[];

beforeAll(async () => {
  const { path } = stack.use(await createDataDirectory());
  dataDir = ['--data-dir', path, '--no-demo-cluster'];
  await runShipmate(['migrate', '--seed', '--data-dir', path]);
});
afterAll(() => stack.disposeAsync());

it('shipmate tools call says where tools of a checkout are available, and lists no others', async () => {
  const called = await runShipmate(['tools', 'call', 'readFile', '--filePath', 'README.md', ...dataDir]);
  expect(called.exitCode).toBe(1);
  expect(called.stderr).toContain('Tool "readFile" not found. It works in the checkout of a repository job');
  const unknown = await runShipmate(['tools', 'call', 'readFiles', ...dataDir]);
  expect(unknown.stderr).toBe(
    'Tool "readFiles" not found. "shipmate tools list" prints the tools that you may call.\n',
  );
});

it('shipmate runs stop says that a run has ended already', async () => {
  await runShipmate(['chat', 'What is a pod?', ...dataDir]);
  const listed = await runShipmate(['runs', 'list', '--json', ...dataDir]);
  const [run] = (JSON.parse(listed.stdout) as { runs: readonly { id: string }[] }).runs;
  const stopped = await runShipmate(['runs', 'stop', run?.id ?? '', ...dataDir]);
  expect(stopped).toMatchObject({ exitCode: 0, stdout: 'The run has ended already: Completed.\n' });
  const json = await runShipmate(['runs', 'stop', run?.id ?? '', '--json', ...dataDir]);
  expect(JSON.parse(json.stdout)).toEqual({ runId: run?.id, isStopping: false });
});
