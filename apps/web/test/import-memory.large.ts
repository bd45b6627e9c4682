import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { ErrorEnvelope } from '@shipmate/protocol/error';
import { rawTar } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import type { ImportProcessReport } from './import-process-report.ts';
import { read } from './read-json.ts';

const chart = { name: 'shop/Chart.yaml', content: 'apiVersion: v2\nname: shop\nversion: 1.2.3\n' };

/** Creates an archive of about 1 MB that contains 97 MB of text. */
function packLargeText(): Buffer {
  const noise = Array.from({ length: 2_400 }, (_, index) => (index * 7_919).toString(36)).join('\n');
  const content = `${noise}\n`.padEnd(970_000, 'a: 1\n');
  const files = Array.from({ length: 100 }, (_, index) => ({ name: `shop/files/${index}.yaml`, content }));
  return gzipSync(rawTar([chart, ...files]));
}

async function startProcess(heapMegabytes: number) {
  const child = fork(fileURLToPath(new URL('import-process.ts', import.meta.url)), {
    execArgv: ['--conditions=@shipmate/source', `--max-old-space-size=${heapMegabytes}`],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const nextReport = async (): Promise<ImportProcessReport> => {
    const [first] = await Promise.race([once(child, 'message'), exited]);
    if (typeof first === 'object' && first !== null) return first as ImportProcessReport;
    throw new Error(`The process ended with ${String(first)}.`);
  };
  return {
    first: await nextReport(),
    report: () => {
      child.send('report');
      return nextReport();
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await exited;
    },
  };
}

it('parallel uploads of small archives with large content are refused within the memory budget while others are served', async () => {
  await using web = await startProcess(256);
  const { url, tokens } = web.first;
  const send = (token: string, body: Buffer) =>
    fetch(new URL('/api/workspaces/archive', url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(body),
    });
  const archive = packLargeText();
  expect(archive.length).toBeLessThan(2_000_000);

  const uploads = Array.from({ length: 20 }, () => send(tokens.large, archive));
  await Promise.race(uploads);
  expect((await send(tokens.small, gzipSync(rawTar([chart])))).status).toBe(201);
  const responses = await Promise.all(uploads);

  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([413, 429]));
  const answers = await Promise.all(
    responses.map(async (response) => {
      const { details } = await read<ErrorEnvelope>(response);
      return { status: response.status, retryAfter: response.headers.get('retry-after'), details };
    }),
  );
  for (const answer of answers.filter(({ status }) => status === 429)) expect(answer.retryAfter).toBe('5');
  for (const answer of answers.filter(({ status }) => status === 413)) {
    expect(answer.details).toMatchObject({ reason: 'expanded_size' });
  }
  const { charged, peak } = await web.report();
  expect(charged).toBe(0);
  expect(peak).toBeGreaterThan(25_000_000);
  expect(peak).toBeLessThanOrEqual(100_000_000);
});
