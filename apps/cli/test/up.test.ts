import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { toValueText } from '@shipmate/domain/workflow';
import type { EntityRowListResponse } from '@shipmate/protocol/web/entities';
import type { RuleAlertListResponse } from '@shipmate/protocol/web/rule-alerts';
import type { RuleExecutionListResponse, RuleExecutionView } from '@shipmate/protocol/web/rule-executions';
import type { RulePreviewListResponse } from '@shipmate/protocol/web/rules';
import type { SessionResponse } from '@shipmate/protocol/web/session';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import type { WorkspaceListResponse } from '@shipmate/protocol/web/workspace';
import { expect, it } from 'vitest';
import { type Browser, signIn } from './browser.ts';
import { createDataDirectory, createTemporaryFolder, readAddresses, runShipmate, shipmate } from './shipmate.ts';

/** Builds a rule by chat, accepts it, and changes a row until its alert arrives in the list and in the tool's result. */
async function receiveLowStockAlert(browser: Browser, toolsApiUrl: string): Promise<void> {
  await browser.post('/api/rules/conversations', { message: 'Alert the owners when stock is below 10' });
  const previews = async () => (await browser.get<RulePreviewListResponse>('/api/rules/previews')).previews;
  await expect.poll(previews).toHaveLength(1);
  const [preview] = await previews();
  await browser.post(`/v1/agent/previews/${preview?.id}/accept`, {});

  const items = '/api/entities/inventory.inventory_items/rows';
  const { rows } = await browser.get<EntityRowListResponse>(`${items}?filter=quantity:greater_than:9`);
  await browser.patch(`${items}/${toValueText(rows[0]?.['id'] ?? null)}`, { values: { quantity: 3 } });
  const alerts = async () => (await browser.get<RuleAlertListResponse>('/api/alerts')).alerts;
  const alert = { title: 'Low stock in main', message: 'Only 3 pieces are left in the warehouse main.' };
  await expect.poll(alerts).toMatchObject([{ ...alert, severity: 'high', ruleName: 'Low stock alert' }]);

  const executions = `/api/rules/${String((await alerts())[0]?.ruleId)}/executions`;
  const list = async () => (await browser.get<RuleExecutionListResponse>(executions)).executions;
  await expect.poll(list).toMatchObject([{ status: 'completed', error: null }]);
  const { steps } = await browser.get<RuleExecutionView>(`${executions}/${(await list())[0]?.id}`);
  expect(steps).toMatchObject([
    { actionName: 'Check stock', status: 'completed', port: 'true' },
    { actionName: 'Send alert', status: 'completed', input: alert },
  ]);

  const { secret } = await browser.post<CreateApiTokenResponse>('/api/tokens', {
    name: 'rules',
    expiresInDays: 1,
    scopes: ['workflow:read'],
  });
  const listed = await fetch(`${toolsApiUrl}/api/tools/list_alerts_for_rule`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workflow_id: 'Low stock alert' }),
  });
  expect(await listed.json()).toMatchObject({ data: { results: [alert], total: 1 } });
}

/** Changes the total of the sample order, and waits for the alert of the sample rule. */
async function receiveSampleAlert(browser: Browser): Promise<void> {
  const orders = '/api/entities/sales.orders/rows';
  const { rows } = await browser.get<EntityRowListResponse>(orders);
  await browser.patch(`${orders}/${toValueText(rows[0]?.['id'] ?? null)}`, { values: { total: 1_500 } });
  const alerts = async () => (await browser.get<RuleAlertListResponse>('/api/alerts')).alerts;
  const alert = { title: 'Large order SAMPLE-1', ruleName: 'Large orders (sample)', severity: 'low' };
  await expect.poll(async () => (await alerts())[0]).toMatchObject(alert);
}

it('shipmate up starts three apps over one embedded database, signs in, executes a rule, stops cleanly and starts again', async () => {
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
    await receiveLowStockAlert(browser, toolsApiUrl);
    await receiveSampleAlert(browser);

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
