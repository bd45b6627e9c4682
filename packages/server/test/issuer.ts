import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** Claims of a valid token, which tests modify. */
export const goodClaims = { iss: 'https://issuer.test', aud: 'shipmate', sub: 'ada', org: 'analytical' } as const;

/** A token issuer that publishes its keys over HTTP. */
export interface TestIssuer extends AsyncDisposable {
  readonly jwksUrl: string;
  /** Number of fetches of its keys. */
  readonly fetches: () => number;
  /** Signs with the newest key. */
  sign(claims?: JWTPayload, lifetimeSeconds?: number): Promise<string>;
  /** Creates a new key and publishes only that one. */
  rotate(): Promise<void>;
  /** Responds to requests for keys with this status from now on. */
  fail(status: number): void;
}

export async function startIssuer(alg = 'ES256'): Promise<TestIssuer> {
  let status = 200;
  let fetches = 0;
  let generation = 0;
  let current = await generateKeyPair(alg);
  const server = createServer((_, response) => {
    fetches += 1;
    void exportJWK(current.publicKey).then((key) => {
      const keys = [{ ...key, kid: `key-${generation}`, alg }];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    jwksUrl: `http://127.0.0.1:${port}/jwks`,
    fetches: () => fetches,
    sign: (claims = goodClaims, lifetimeSeconds = 60) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg, kid: `key-${generation}` })
        .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeSeconds)
        .sign(current.privateKey),
    async rotate() {
      current = await generateKeyPair(alg);
      generation += 1;
    },
    fail: (wanted) => {
      status = wanted;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
