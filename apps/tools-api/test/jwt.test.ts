import { createHmac } from 'node:crypto';
import { silentLogger, ToolRegistry } from '@shipmate/core';
import { createJwtVerifier } from '@shipmate/server';
import { expect, it } from 'vitest';
import { compose } from '../src/compose.ts';
import { createTenant, createToolsApi } from './create-tools-api.ts';

const [issuer, audience, secret] = ['https://issuer.test', 'shipmate', 'a secret of thirty-two characters'];

function sign(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 60;
  const signed = `${encode({ alg: 'HS256' })}.${encode({ iss: issuer, aud: audience, exp, ...claims })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

it('tools-api accepts the JWTs that the web app forwards, each in an organization of its user', async () => {
  const { database, toolTokens, draining } = await createToolsApi();
  const owner = await createTenant(database);
  const { app } = compose(
    { host: '127.0.0.1' },
    {
      logger: silentLogger,
      database,
      tools: new ToolRegistry([]).freeze(),
      models: { get: (id = 'demo:shipmate-demo') => ({ id }) },
      toolTokens,
      draining: draining.signal,
      jwtVerifier: createJwtVerifier({ issuer, audience, key: { secret } }),
    },
  );
  const { userId: sub, organizationId: org } = owner.principal;
  const list = async (token: string) => {
    const response = await app.request('/api/tools', { headers: { authorization: `Bearer ${token}` } });
    return response.status;
  };
  expect(await list(sign({ sub, org }))).toBe(200);
  expect(await list(sign({ sub: 'ada' }))).toBe(200);
  expect(await list(await toolTokens.sign(owner.principal))).toBe(200);
  expect(await list(sign({ sub, org: 'another' }))).toBe(401);
  expect(await list(sign({ sub, aud: 'another' }))).toBe(401);
  await database.close();
});
