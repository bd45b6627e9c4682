import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { goodClaims, startIssuer } from '../../test/issuer.ts';
import { createJwtVerifier, type JwtKey } from './jwt-verifier.ts';

const { iss: issuer, aud: audience } = goodClaims;
const now = Math.floor(Date.UTC(2030, 0, 1) / 1000);
const clock = { now: () => new Date(now * 1000) };
const secret = 'a secret of thirty-two characters';
const create = (key: JwtKey, clockToleranceSeconds = 5) =>
  createJwtVerifier({ issuer, audience, key, clockToleranceSeconds, clock });

function sign(claims: object, { alg = 'HS256', withSecret = secret } = {}): Promise<string> {
  return new SignJWT({ ...goodClaims, exp: now + 60, ...claims })
    .setProtectedHeader({ alg })
    .sign(new TextEncoder().encode(withSecret));
}

describe('JwtVerifier with a secret', () => {
  const verifier = create({ secret });

  it('returns the claims of the bearer', async () => {
    await expect(verifier.verify(await sign({ name: 'Ada' }))).resolves.toEqual({
      issuer,
      subject: 'ada',
      organization: 'analytical',
      name: 'Ada',
      isPerson: false,
    });
    const lone = await verifier.verify(await sign({ org: undefined }));
    expect(lone).toEqual({ issuer, subject: 'ada', isPerson: false });
  });

  it('truncates a long name', async () => {
    const token = await sign({ sub: 'a'.repeat(255), name: 'b\n'.repeat(200) });
    expect(await verifier.verify(token)).toMatchObject({
      subject: 'a'.repeat(255),
      name: 'b '.repeat(128).slice(0, 255),
    });
  });

  it.each([
    ['nothing', {}, false],
    ['true', { person: true }, true],
    ['false', { person: false }, false],
    ['a text', { person: 'true' }, false],
    ['true of something else', { human: true }, false],
  ])('identifies a person by the configured claim, which is %s', async (_, claims, isPerson) => {
    const token = await sign(claims);
    const configured = createJwtVerifier({ issuer, audience, key: { secret }, clock, personClaim: 'person' });
    await expect(configured.verify(token)).resolves.toMatchObject({ isPerson });
    await expect(verifier.verify(token)).resolves.toMatchObject({ isPerson: false });
  });

  it.each([
    ['of another issuer', { iss: 'https://elsewhere.test' }],
    ['of no issuer', { iss: undefined }],
    ['for another audience', { aud: 'another' }],
    ['for no audience', { aud: undefined }],
    ['that never expires', { exp: undefined }],
    ['that has expired', { exp: now - 6 }],
    ['that is not good yet', { nbf: now + 6 }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['of a subject that is no text', { sub: 7 }],
    ['of a subject that is too long', { sub: 'a'.repeat(256) }],
    ['of a subject with control characters', { sub: 'a\0b' }],
    ['for organizations', { org: ['a', 'b'] }],
    ['for an organization that is too long', { org: 'a'.repeat(256) }],
  ])('refuses a token %s', async (_, claims) => {
    await expect(verifier.verify(await sign(claims))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it.each([
    ['that has just expired', { exp: now - 4 }],
    ['that is good in a moment', { nbf: now + 4 }],
    ['for several audiences', { aud: ['another', audience] }],
  ])('accepts a token %s', async (_, claims) => {
    await expect(verifier.verify(await sign(claims))).resolves.toMatchObject({ subject: 'ada' });
  });

  it.each<[claims: Record<string, unknown>, scopes: readonly string[] | undefined]>([
    [{}, undefined],
    [{ scope: 'openid read  cluster:write' }, ['openid', 'read', 'cluster:write']],
    [{ scope: ['read'] }, ['read']],
    [{ scope: '' }, []],
    [{ scp: 'read' }, undefined],
  ])('reads the scopes of %j from the configured claim', async (claims, scopes) => {
    const scoped = createJwtVerifier({ issuer, audience, scopeClaim: 'scope', key: { secret }, clock });
    expect((await scoped.verify(await sign(claims))).scopes).toEqual(scopes);
    expect((await verifier.verify(await sign(claims))).scopes).toBeUndefined();
  });

  it('refuses a token with another signature, or none', async () => {
    const good = await sign({});
    const [header = '', , signature = ''] = good.split('.');
    const changed = Buffer.from(JSON.stringify({ ...goodClaims, exp: now + 60, sub: 'eve' })).toString('base64url');
    const forged = [
      new UnsecuredJWT({ ...goodClaims, exp: now + 60 }).encode(),
      await sign({}, { alg: 'HS512' }),
      await sign({}, { withSecret: secret.toUpperCase() }),
      `${header}.${changed}.${signature}`,
      'a.b.c',
      'not a token',
    ];
    for (const token of forged) await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('accepts a secret of 32 characters', () => {
    expect(() => create({ secret: 'x'.repeat(32) })).not.toThrow();
  });

  it('rejects a short secret', () => {
    expect(() => create({ secret: 'short' })).toThrow(/32 characters/);
  });
});

describe('JwtVerifier with published keys', () => {
  const publishing = (jwksUrl: string, jwksCooldownMs = 0) =>
    createJwtVerifier({ issuer, audience, key: { jwksUrl, jwksCooldownMs } });

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('accepts %s', async (alg) => {
    await using server = await startIssuer(alg);
    await expect(publishing(server.jwksUrl).verify(await server.sign())).resolves.toMatchObject({ subject: 'ada' });
  });

  it('fetches the keys once, and again for an unknown key', async () => {
    await using server = await startIssuer();
    const verifier = publishing(server.jwksUrl);
    const old = await server.sign();
    await verifier.verify(old);
    await verifier.verify(await server.sign());
    expect(server.fetches()).toBe(1);
    await server.rotate();
    await expect(verifier.verify(await server.sign())).resolves.toMatchObject({ subject: 'ada' });
    expect(server.fetches()).toBe(2);
    await expect(verifier.verify(old)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('limits how often unknown keys cause a fetch', async () => {
    await using server = await startIssuer();
    const verifier = publishing(server.jwksUrl, 60_000);
    await verifier.verify(await server.sign());
    await server.rotate();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(verifier.verify(await server.sign())).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    expect(server.fetches()).toBe(1);
  });

  it('does not accept a public key as a secret', async () => {
    await using server = await startIssuer('RS256');
    const { publicKey } = await generateKeyPair('RS256', { extractable: true });
    for (const known of [await exportSPKI(publicKey), JSON.stringify(await exportJWK(publicKey))]) {
      const forged = await new SignJWT({ ...goodClaims, exp: Math.floor(Date.now() / 1000) + 60 })
        .setProtectedHeader({ alg: 'HS256', kid: 'key-0' })
        .sign(new TextEncoder().encode(known));
      await expect(publishing(server.jwksUrl).verify(forged)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    const unsigned = new UnsecuredJWT({ ...goodClaims, exp: Math.floor(Date.now() / 1000) + 60 }).encode();
    await expect(publishing(server.jwksUrl).verify(unsigned)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('accepts only the configured algorithms', async () => {
    await using server = await startIssuer('ES256');
    const strict = createJwtVerifier({ issuer, audience, key: { jwksUrl: server.jwksUrl, algorithms: ['RS256'] } });
    await expect(strict.verify(await server.sign())).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('reports UNAVAILABLE, not UNAUTHORIZED, when the keys cannot be fetched', async () => {
    await using server = await startIssuer();
    server.fail(500);
    await expect(publishing(server.jwksUrl).verify(await server.sign())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const unreachable = publishing('http://127.0.0.1:9/jwks');
    await expect(unreachable.verify(await server.sign())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
