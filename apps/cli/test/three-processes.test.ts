import { startTestPostgres } from '@shipmate/db/testing';
import type { ConversationResponse, CreateWorkspaceResponse, WorkspaceResponse } from '@shipmate/protocol';
import { expect, it } from 'vitest';
import { signIn } from './browser.ts';
import { runShipmate } from './shipmate.ts';
import { spawnProcess, type SpawnedProcess } from './spawn-process.ts';

/** The address that an app on its own says it listens on. */
async function addressOf(app: SpawnedProcess): Promise<string> {
  const [, url = ''] = await app.waitFor(/"url":"(http[^"]+)","msg":"listening"/);
  return url;
}

it('carries a change through web, tools-api and worker as three processes on one PostgreSQL server', async () => {
  const postgres = await startTestPostgres();
  await using _ = { [Symbol.asyncDispose]: () => postgres.stop() };
  const variables = {
    DATABASE_URL: await postgres.url(),
    SHIPMATE_SECRET: 'a secret that these processes share',
    ARTIFACT_HUB_URL: 'http://127.0.0.1:9',
  };
  expect(await runShipmate(['migrate', '--seed'], variables)).toMatchObject({ exitCode: 0 });

  const startApp = (name: string, more: Readonly<Record<string, string>>) =>
    spawnProcess({ file: `../../${name}/src/main.ts`, variables: { ...variables, ...more } });
  await using toolsApi = startApp('tools-api', { TOOLS_API_PORT: '0' });
  await using worker = startApp('worker', { WORKER_PORT: '0' });
  await using web = startApp('web', { WEB_PORT: '0', TOOLS_API_URL: await addressOf(toolsApi) });
  const webUrl = await addressOf(web);
  for (const url of [webUrl, await addressOf(toolsApi), await addressOf(worker)]) {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  }

  await fetch(`${webUrl}/api/session/link`, { method: 'POST' });
  const [link] = await web.waitFor(/http\S+\/auth\/link\?token=[\w-]+/);
  const browser = await signIn(link);
  const created = await browser.post<CreateWorkspaceResponse>('/api/workspaces', {
    prompt: 'add redis as a dependency and set 3 replicas',
  });
  const workspace = `/api/workspaces/${created.workspaceId}`;
  expect(await browser.readStream(`/api/chat/${created.conversationId}/stream`)).toContain('"type":"finish"');
  expect(toolsApi.output().stdout).toContain('"path":"/api/tools/textEditor","status":200');

  const pending = await browser.get<WorkspaceResponse>(workspace);
  expect(pending.files.filter(({ pendingOp }) => pendingOp).map(({ path }) => path)).toEqual([
    'Chart.yaml',
    'values.yaml',
  ]);
  const accepted = await browser.post<WorkspaceResponse>(`${workspace}/changes/accept`, { revisionNumber: 0 });
  expect(accepted.workspace).toMatchObject({ currentRevisionNumber: 1, pendingCount: 0 });

  const messages = () => browser.get<ConversationResponse>(`/api/conversations/${created.conversationId}/messages`);
  await expect.poll(async () => (await messages()).title, { timeout: 20_000 }).toEqual(expect.any(String));
  expect((await browser.get<WorkspaceResponse>(workspace)).workspace.summary).toEqual(expect.any(String));

  for (const app of [web, worker, toolsApi]) {
    app.kill('SIGTERM');
    expect(await app.exited).toBe(0);
  }
}, 120_000);
