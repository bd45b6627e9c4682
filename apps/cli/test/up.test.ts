import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { SessionResponse } from '@shipmate/protocol/web/session';
import type { WorkspaceListResponse } from '@shipmate/protocol/web/workspace';
import { expect, it } from 'vitest';
import { signIn } from './browser.ts';
import { createDataDirectory, createTemporaryFolder, readAddresses, runShipmate, shipmate } from './shipmate.ts';

it('shipmate up starts three apps over one embedded database, signs in, stops cleanly and starts again', async () => {
  await using folder = await createTemporaryFolder();
  const args = ['up', '--data-dir', join(folder.path, 'data')];
  {
    await using up = shipmate(args);
    const { signInUrl, webUrl, toolsApiUrl, workerUrl } = await readAddresses(up);
    for (const url of [webUrl, toolsApiUrl, workerUrl]) {
      expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready' });
    }
    const { stdout } = up.output();
    expect(stdout.match(/auth\/link/g)).toHaveLength(1);
    expect(stdout).toContain('Demo (scripted, no AI model)');

    const browser = await signIn(signInUrl);
    expect(await browser.get<SessionResponse>('/api/session')).toMatchObject({
      user: { email: 'demo@shipmate.local' },
      toolsApiUrl,
    });
    const { workspaces } = await browser.get<WorkspaceListResponse>('/api/workspaces');
    expect(workspaces).toMatchObject([{ name: 'Sample shop', currentRevisionNumber: 0 }]);
    await expect(signIn(signInUrl)).rejects.toThrow('410');

    const second = await runShipmate(args);
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toMatch(/^Process \d+ uses the data directory/);
    expect(second.stderr).not.toContain('    at ');

    up.kill('SIGINT');
    expect(await up.exited).toBe(0);
  }
  await using up = shipmate(args);
  const browser = await signIn((await readAddresses(up)).signInUrl);
  const { workspaces } = await browser.get<WorkspaceListResponse>('/api/workspaces');
  expect(workspaces).toHaveLength(1);
  up.kill('SIGTERM');
  expect(await up.exited).toBe(0);
});

it('shipmate up takes the next free port and prints it when its port is in use', async () => {
  await using folder = await createDataDirectory();
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const { port } = squatter.address() as AddressInfo;
  await using up = shipmate(['up', '--data-dir', folder.path, '--port', String(port)]);
  const { webUrl } = await readAddresses(up);
  expect(up.output().stdout).toContain(`Port ${port} is in use; web uses ${new URL(webUrl).port}.`);
  expect((await fetch(`${webUrl}/healthz`)).status).toBe(200);
  squatter.close();
});

it('shipmate up ends streams when it stops during an answer, and resumes the answer when it starts again', async () => {
  await using folder = await createDataDirectory();
  const args = ['up', '--data-dir', folder.path];
  let conversationId = '';
  {
    await using up = shipmate(args);
    const browser = await signIn((await readAddresses(up)).signInUrl);
    ({ conversationId } = await browser.post<{ conversationId: string }>('/api/workspaces', {
      template: 'sample',
      prompt: 'Explain the chart.',
    }));
    const streamed = browser.readStream(`/api/chat/${conversationId}/stream`);
    up.kill('SIGINT');
    expect(await streamed).toMatch(/^: open\n/);
    expect(await up.exited).toBe(0);
  }
  await using up = shipmate(args);
  const browser = await signIn((await readAddresses(up)).signInUrl);
  const said = async () => JSON.stringify(await browser.get<unknown>(`/api/conversations/${conversationId}/messages`));
  await expect.poll(said).toContain('This is the demo model');
});
