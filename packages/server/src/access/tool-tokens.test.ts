import { expect, it } from 'vitest';
import { SignJWT, UnsecuredJWT } from 'jose';
import { ada } from '../../test/test-app.ts';
import { createEnvironmentToolTokens, createToolTokens } from './tool-tokens.ts';

const secret = 'a secret of thirty-two characters';
const clock = { time: Date.UTC(2030, 0, 1), now: () => new Date(clock.time) };
const tokens = createToolTokens({ secret, clock, lifetimeSeconds: 60 });

it('ToolTokens carry user, organization, workspace and run', async () => {
  const token = await tokens.sign(ada, { workspaceId: 'w', runId: 'r' });
  await expect(tokens.verify(token)).resolves.toEqual({
    userId: 'ada',
    organizationId: 'analytical',
    via: 'tool_token',
    scope: { workspaceId: 'w', runId: 'r' },
  });
});

it('ToolTokens carry the scopes of the principal', async () => {
  const token = await tokens.sign({ ...ada, scopes: ['read', 'chart:write'] }, { runId: 'r' });
  await expect(tokens.verify(token)).resolves.toMatchObject({ scopes: ['read', 'chart:write'] });
});

it('ToolTokens keep the scope of the principal unless another is given', async () => {
  const token = await tokens.sign({ ...ada, scope: { workspaceId: 'own' } });
  await expect(tokens.verify(token)).resolves.toMatchObject({ scope: { workspaceId: 'own' } });
});

it('ToolTokens expire', async () => {
  const token = await tokens.sign(ada);
  const later = createToolTokens({ secret, clock: { now: () => new Date(clock.time + 61_000) } });
  await expect(later.verify(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

it('ToolTokens expire also after they were verified', async () => {
  const time = { now: new Date(clock.time) };
  const own = createToolTokens({ secret, clock: { now: () => time.now }, lifetimeSeconds: 60 });
  const token = await own.sign(ada);
  await expect(own.verify(token)).resolves.toMatchObject({ userId: 'ada' });
  time.now = new Date(clock.time + 59_999);
  await expect(own.verify(token)).resolves.toMatchObject({ userId: 'ada' });
  time.now = new Date(clock.time + 60_000);
  await expect(own.verify(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

it('ToolTokens refuse a token with another signature or form', async () => {
  const key = new TextEncoder().encode(secret);
  const claims = { sub: 'ada', organization: 'analytical', iss: 'shipmate', aud: 'shipmate-tools' };
  const exp = clock.time / 1000 + 60;
  const header = { alg: 'HS256' };
  const forged = [
    'not.a.token',
    await createToolTokens({ secret: secret.toUpperCase(), clock }).sign(ada),
    new UnsecuredJWT({ ...claims, exp }).encode(),
    await new SignJWT({ ...claims, exp, aud: 'another' }).setProtectedHeader(header).sign(key),
    await new SignJWT(claims).setProtectedHeader(header).sign(key),
    await new SignJWT({ ...claims, exp, organization: undefined }).setProtectedHeader(header).sign(key),
  ];
  for (const token of forged) await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  const good = await new SignJWT({ ...claims, exp }).setProtectedHeader(header).sign(key);
  await expect(tokens.verify(good)).resolves.toMatchObject({ userId: 'ada' });
});

it('createToolTokens requires a long secret', () => {
  expect(() => createToolTokens({ secret: 'short' })).toThrow(/32 characters/);
});

it('createToolTokens accepts a secret of 32 characters', () => {
  expect(() => createToolTokens({ secret: 'x'.repeat(32) })).not.toThrow();
});

it('createEnvironmentToolTokens creates tokens only if the environment sets a secret', async () => {
  expect(createEnvironmentToolTokens({})).toBeUndefined();
  const [own, other] = [createEnvironmentToolTokens({ SHIPMATE_SECRET: secret }), createToolTokens({ secret })];
  await expect(other.verify((await own?.sign(ada)) ?? '')).resolves.toMatchObject({ userId: 'ada' });
});
