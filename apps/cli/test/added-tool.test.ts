import { readFile } from 'node:fs/promises';
import { bindTools, defineToolFamily, silentLogger, ToolRegistry } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { createTestDatabase, createTestTenant } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createWorkspaceFromTemplate } from '@shipmate/domain/workspace';
import { checkKubeVersion } from '@shipmate/examples/tools/check-kube-version';
import { createSecret, extensionTokenPrefix, hashSecret } from '@shipmate/server';
import { chartTools, toToolTable } from '@shipmate/tools';
import { compose as composeToolsApi } from '@shipmate/tools-api/compose';
import { compose as composeWeb } from '@shipmate/web/compose';
import { openTestTools } from '@shipmate/tools/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** The one line that adds a tool to a family. */
const family = defineToolFamily('chart', [...chartTools, checkKubeVersion]);

let resources: Awaited<ReturnType<typeof createResources>>;
beforeAll(async () => {
  resources = await createResources();
});
afterAll(() => resources.database.close());

it('docs/adding-a-tool.md shows the whole file of the added tool', async () => {
  const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const file = await read('examples/tools/check-kube-version.ts');
  expect(await read('docs/adding-a-tool.md')).toContain(`\`\`\`ts\n${file}\`\`\``);
});

it('tools-api lists and calls the added tool', async () => {
  const { app } = composeToolsApi(
    { host: '127.0.0.1' },
    { ...resources, models: { get: () => ({ id: 'demo:shipmate-demo' }) } },
  );
  const list = await app.request('/api/tools', { headers: resources.headers });
  expect(await list.json()).toMatchObject({
    tools: expect.arrayContaining([expect.objectContaining({ name: 'checkKubeVersion', category: 'chart' })]),
  });
  const answer = await app.request('/api/tools/checkKubeVersion', {
    method: 'POST',
    headers: resources.headers,
    body: JSON.stringify({ range: '>=1.28.0-0' }),
  });
  expect(await answer.json()).toEqual({ success: true, data: { admitted: true, version: '1.32.1' } });
});

it('the chat agent calls the added tool', async () => {
  using model = new ScriptedModel([
    {
      when: ({ tools = [] }) => tools.some(({ name }) => name === 'checkKubeVersion'),
      toolCalls: [{ name: 'checkKubeVersion', input: { range: '<1.30' } }],
    },
    { text: 'It is too old.' },
  ]);
  const models = { choices: [], defaultModel: model.id, get: () => model, fallbacksOf: () => [] };
  const web = await composeWeb(
    { host: '127.0.0.1', userEmail: 'ada@example.test' },
    { ...resources, models, showSignInLink: () => undefined },
  );
  const workspace = createWorkspaceFromTemplate('sample', 'Shop');
  await resources.database.unitOfWork.stores.workspaces.create(resources.principal, workspace);
  const answer = await web.app.request('/api/chat', {
    method: 'POST',
    headers: resources.headers,
    body: JSON.stringify({
      id: newId(),
      workspaceId: workspace.id,
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Will it install?' }] }],
    }),
  });
  const stream = await answer.text();
  expect(stream).toContain(JSON.stringify('{"admitted":false,"version":"1.32.1"}'));
  expect(stream).toContain('It is too old.');
  await web.close();
});

it('the table of tools lists the added tool', () => {
  expect(toToolTable(family)).toContain('| `checkKubeVersion` | read | `range` | Tells whether a kubeVersion range');
});

/** Creates the resources of the apps, with the added tool in the registry, and the headers of a user with a token. */
async function createResources() {
  const database = await createTestDatabase('pglite');
  const { unitOfWork } = database;
  const { ports } = openTestTools(createToolStorage(unitOfWork));
  const tools = bindTools(family, ports);
  const { principal } = await createTestTenant(unitOfWork);
  const token = createSecret(extensionTokenPrefix);
  const extensionToken = { id: newId(), name: 'test', secretHash: hashSecret(token), expiresAt: null };
  await unitOfWork.stores.credentials.createExtensionToken(principal, extensionToken);
  return {
    logger: silentLogger,
    database,
    tools: new ToolRegistry(tools).freeze(),
    chartPorts: ports,
    webhooks: ports.webhooks,
    mcp: ports.mcp,
    chartExchange: ports,
    draining: new AbortController().signal,
    principal,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  };
}
