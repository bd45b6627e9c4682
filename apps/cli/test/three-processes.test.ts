import { startTestPostgres } from '@shipmate/db/testing';
import { workspaceResponseSchema } from '@shipmate/protocol/web/workspace';
import { expect, it } from 'vitest';
import { acceptAll, doTheChartJob } from './browser/chart-job.ts';
import { openProfile } from './browser/open-profile.ts';
import { sharedBrowser } from './browser/shared-browser.ts';
import { runShipmate } from './shipmate.ts';
import { spawnProcess, type SpawnedProcess } from './spawn-process.ts';

/** Returns the URL that a separately started app prints. */
async function addressOf(app: SpawnedProcess): Promise<string> {
  const [, url = ''] = await app.waitFor(/"url":"(http[^"]+)","msg":"listening"/);
  return url;
}

it('web, tools-api and worker as three processes complete the chart job on one PostgreSQL server', async () => {
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
  await using profile = await openProfile(await sharedBrowser());
  const page = await profile.openTab();
  await doTheChartJob(page, link);
  expect(toolsApi.output().stdout).toContain('"path":"/api/tools/textEditor","status":200');
  await acceptAll(page);

  await page.getByText('Add redis as a dependency and set 3 replicas', { exact: true }).waitFor();
  const { origin, pathname } = new URL(page.url());
  const workspace = `${origin}${pathname.replace('/workspace/', '/api/workspaces/')}`;
  const summary = async () =>
    workspaceResponseSchema.parse(await (await page.request.get(workspace)).json()).workspace.summary;
  await expect.poll(summary).toEqual(expect.any(String));

  for (const app of [web, worker, toolsApi]) {
    app.kill('SIGTERM');
    expect(await app.exited).toBe(0);
  }
});
