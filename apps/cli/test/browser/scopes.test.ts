import { silentLogger } from '@shipmate/core';
import { approvalHeader } from '@shipmate/protocol/http';
import { compose } from '@shipmate/tools-api/compose';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { expectAccessible } from './expect-accessible.ts';
import { openClusterWeb } from './open-cluster-web.ts';

const refusedSchema = z.object({ code: z.literal('APPROVAL_REQUIRED'), details: z.object({ approvalId: z.string() }) });

it('the tokens page creates tokens with scopes, and a call outside them runs after approval', async () => {
  await using web = await openClusterWeb();
  const { openTab, unitOfWork, notifications, tools, problems } = web;
  const { app } = compose(
    { host: '127.0.0.1' },
    {
      logger: silentLogger,
      database: { unitOfWork, notifications, jobs: { measureQueues: async () => [] }, ping: async () => undefined },
      models: { get: () => ({ id: 'demo:shipmate-demo' }) },
      tools,
      draining: new AbortController().signal,
    },
  );
  const call = async (token: string, body: object, approvalId?: string) => {
    const response = await app.request('/api/tools/kubectl_scale', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(approvalId !== undefined && { [approvalHeader]: approvalId }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const scale = { resource: 'deployment/storefront', namespace: 'shop', replicas: 3 };

  const page = await openTab('/runs');
  const tokens = page.getByRole('main');
  async function makeToken(name: string, more?: string): Promise<string> {
    await page.getByRole('link', { name: 'API tokens' }).click();
    await tokens.getByLabel('Name').fill(name);
    await tokens.getByText('Scopes: read, chart:write, runs:write').first().click();
    expect(await tokens.getByRole('checkbox', { name: 'Clusters: read cluster:read' }).isDisabled()).toBe(true);
    if (more !== undefined) await tokens.getByRole('checkbox', { name: more }).check();
    await expectAccessible(page);
    await tokens.getByRole('button', { name: 'Create token' }).click();
    const secret = await tokens.getByRole('region', { name: 'Token', exact: true }).innerText();
    await tokens.getByRole('button', { name: 'Done' }).click();
    await tokens.getByRole('list', { name: 'Tokens' }).getByText(name).waitFor();
    return /shp_[\w-]{43}/.exec(secret)?.[0] ?? '';
  }
  const plain = await makeToken('plain');
  const deploy = await makeToken('deploy', 'Clusters: write cluster:write');
  await page.getByRole('link', { name: 'Runs' }).click();
  expect(await call(deploy, scale)).toMatchObject({ status: 200, body: { success: true } });

  const wanted = { ...scale, replicas: 1 };
  const refused = await call(plain, wanted);
  expect(refused.status).toBe(409);
  const { approvalId } = refusedSchema.parse(refused.body).details;
  const card = page.getByRole('region', { name: 'Approval of kubectl_scale' });
  await card.getByText('replicas: 1').first().waitFor();
  expect(await card.getByRole('button', { name: /^Always/ }).count()).toBe(0);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Allow once' }).click();
  expect(await call(plain, wanted, approvalId)).toMatchObject({ status: 200, body: { success: true } });
  await card.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});
