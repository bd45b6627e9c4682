import { expect, it } from 'vitest';
import { runInThread, type RunInThreadOptions } from './run-in-thread.ts';

const prelude = "import { parentPort, workerData } from 'node:worker_threads';\n";

function run(code: string, options: Partial<RunInThreadOptions> = {}): Promise<unknown> {
  const module = new URL(`data:text/javascript,${encodeURIComponent(prelude + code)}`);
  return runInThread(module, {
    input: undefined,
    signal: new AbortController().signal,
    maxMemoryMegabytes: 64,
    ...options,
  });
}

it('hands the input over and the first message back', async () => {
  const code = 'parentPort.postMessage(workerData.map((n) => 2 * n)); parentPort.postMessage(0);';
  expect(await run(code, { input: [1, 2] })).toEqual([2, 4]);
});

it('shows the thread nothing of the environment', async () => {
  expect(await run('parentPort.postMessage(Object.keys(process.env));')).toEqual([]);
});

it.each([
  ['throws', "throw new Error('no');", { cause: { message: 'no' } }],
  ['says nothing', '', {}],
  [
    'takes too much memory',
    'for (const all = []; ; ) all.push(new Array(100_000).fill(0));',
    { cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' } },
  ],
])('fails when the module %s', async (_, code, failure) => {
  await expect(run(code)).rejects.toMatchObject({ code: 'INTERNAL_ERROR', ...failure });
});

it('ends a thread that would never end once the signal fires', async () => {
  const controller = new AbortController();
  const running = run('for (;;);', { signal: controller.signal });
  controller.abort();
  await expect(running).rejects.toMatchObject({ code: 'ABORTED' });
  await expect(run('', { signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED' });
});
