import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { chartOf, createTestFolder } from '../../test/support/test-helm.ts';
import { createHelmCli } from './helm-cli.ts';
import type { HelmPort } from './helm-port.ts';

const { signal } = new AbortController();

/**
 * A program in place of helm that the test controls: it writes `+<chart>` to a journal, exits once the test has written
 * a file of the chart's name, and writes `-<chart>`.
 */
const program = (folder: string): string => `#!/bin/sh
name=$(sed -n 's/^name: //p' chart/Chart.yaml)
echo "+$name" >> ${folder}/journal
while [ ! -e "${folder}/end-$name" ] && [ ! -e ${folder}/end-all ]; do sleep 0.02; done
echo "-$name" >> ${folder}/journal
`;

interface Harness {
  readonly helm: HelmPort;
  /** Starts to render a chart for the organization named by its first letter. */
  readonly render: (chart: string, abort?: AbortSignal) => Promise<unknown>;
  /** Lets one chart, or all, finish. */
  readonly end: (chart: string) => Promise<void>;
  /** Waits until the journal has that many lines, and returns them. */
  readonly journal: (lines: number) => Promise<readonly string[]>;
}

async function setUp(concurrency: number): Promise<Harness> {
  const folder = createTestFolder();
  const helmProgram = join(folder, 'helm');
  await writeFile(helmProgram, program(folder), { mode: 0o755 });
  await writeFile(join(folder, 'journal'), '');
  // No isolator is on this path, so that the program can write the journal.
  const environment = { HELM_EXECUTABLE: helmProgram, PATH: '/nowhere', PROCESS_CONCURRENCY: concurrency };
  const helm = createHelmCli({ environment, tempRoot: folder, cacheRoot: folder });
  return {
    helm,
    render: (chart, abort = signal) => {
      const files = { 'Chart.yaml': `apiVersion: v2\nname: ${chart}\nversion: 1.0.0\n` };
      return helm.template({ ...chartOf(files), organizationId: chart.charAt(0) }, abort);
    },
    end: (chart) => writeFile(join(folder, `end-${chart}`), ''),
    async journal(lines) {
      for (;;) {
        const written = (await readFile(join(folder, 'journal'), 'utf8')).split('\n').filter(Boolean);
        if (written.length >= lines) return written;
        await delay(10);
      }
    },
  };
}

/** Returns the largest number of programs that ran at the same time according to a journal. */
function peakOf(journal: readonly string[]): number {
  let [running, peak] = [0, 0];
  for (const line of journal) {
    running += line.startsWith('+') ? 1 : -1;
    peak = Math.max(peak, running);
  }
  return peak;
}

describe.skipIf(process.platform === 'win32')('helm processes', () => {
  it("run up to the limit, and another organization's start as soon as a slot is free", async () => {
    const { render, end, journal } = await setUp(1);
    const first = render('a1');
    expect(await journal(1)).toEqual(['+a1']);
    const others = Array.from({ length: 10 }, (_, index) => render(`a${index + 2}`));
    const foreign = render('b1');
    await end('a1');
    expect((await journal(3)).slice(0, 3)).toEqual(['+a1', '-a1', '+b1']);
    await end('all');
    await Promise.all([first, ...others, foreign]);
    const all = await journal(24);
    expect(all).toHaveLength(24);
    expect(peakOf(all)).toBe(1);
  });

  it('leave one slot for another organization while 30 charts of one are rendered', async () => {
    const { render, end, journal } = await setUp(3);
    const own = Array.from({ length: 30 }, (_, index) => render(`a${index}`));
    expect((await journal(2)).map((line) => line.slice(0, 2))).toEqual(['+a', '+a']);
    const foreign = render('b1');
    expect((await journal(3))[2]).toBe('+b1');
    await end('b1');
    await foreign;
    await end('all');
    await Promise.all(own);
    const all = await journal(62);
    expect(all).toHaveLength(62);
    expect(peakOf(all)).toBeLessThanOrEqual(3);
    expect(peakOf(all.filter((line) => line.includes('a')))).toBe(2);
  });

  it("are rejected with RATE_LIMITED beyond an organization's queue, while those of others are accepted", async () => {
    const { render, end } = await setUp(1);
    const outcomes = Array.from({ length: 13 }, (_, index) => render(`a${index}`).catch((thrown: unknown) => thrown));
    const refused = await Promise.race(outcomes);
    expect(refused).toMatchObject({
      code: 'RATE_LIMITED',
      message:
        'Running helm: your organization already has 10 requests in the queue. Retry when some of them have finished.',
      details: { retryAfterSeconds: 5 },
    });
    await end('all');
    await expect(render('b1')).resolves.toMatchObject({ succeeded: true });
    const codes = (await Promise.all(outcomes)).filter((outcome) => (outcome as { code?: string }).code !== undefined);
    expect(codes).toHaveLength(2);
  });

  it('do not start for a request that is aborted in the queue', async () => {
    const { render, end, journal } = await setUp(1);
    const first = render('a1');
    await journal(1);
    const controller = new AbortController();
    const second = render('a2', controller.signal).catch((thrown: unknown) => thrown);
    const third = render('b1');
    controller.abort();
    expect(await second).toMatchObject({ code: 'ABORTED' });
    await end('all');
    await Promise.all([first, third]);
    expect(await journal(4)).toEqual(['+a1', '-a1', '+b1', '-b1']);
  });
});
