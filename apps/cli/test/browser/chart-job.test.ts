import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { spawnProcess } from '../spawn-process.ts';
import { startArtifactHub } from './artifact-hub.ts';
import { acceptAll, doTheChartJob } from './chart-job.ts';
import { expectAccessible } from './expect-accessible.ts';
import { launchBrowser } from './launch-browser.ts';
import { screenshots } from './screenshots.ts';

it('lets a person have a chart changed, review it and accept it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'shipmate-'));
  try {
    await using hub = await startArtifactHub();
    await using shipmate = spawnProcess({
      file: '../src/main.ts',
      args: ['up', '--data-dir', dataDir, '--port', '0'],
      variables: { TOOLS_API_PORT: '0', WORKER_PORT: '0', ARTIFACT_HUB_URL: hub.url },
    });
    const [, signInUrl = ''] = await shipmate.waitFor(/Open\s+(http\S+)/);
    await using browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 1360, height: 860 } });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));

    await doTheChartJob(page, signInUrl);
    await expectAccessible(page);
    expect(hub.searches).toContain('redis');
    await screenshots(page, 'workspace');
    await acceptAll(page);
    const said = await page.getByRole('log').innerText();
    await screenshots(page, 'accepted');

    await page.getByText('Revision 1').first().waitFor();
    await expect.poll(() => page.getByRole('log').innerText()).toBe(said);
    expect(problems).toEqual([]);

    shipmate.kill('SIGINT');
    expect(await shipmate.exited).toBe(0);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);
