import { z } from 'zod';
import type { Downloader } from '../../http/downloader.ts';

const maxBytes = 100_000;
const tokenSchema = z.object({ token: z.string().optional(), access_token: z.string().optional() });

/**
 * Answers a registry's `Bearer` challenge with an anonymous token, requested once. Other challenges are not answered.
 */
export function authorizeAnonymously(
  downloader: Downloader,
  signal: AbortSignal,
): (challenge: string) => Promise<string | undefined> {
  const tokens = new Map<string, Promise<string | undefined>>();

  async function request(url: URL): Promise<string | undefined> {
    const answer = await downloader.download(url, { maxBytes, signal, accept: 'application/json' });
    const { token, access_token: accessToken } = parseToken(answer);
    const granted = token ?? accessToken;
    return granted === undefined ? undefined : `Bearer ${granted}`;
  }

  return async (challenge) => {
    const url = toTokenAddress(challenge);
    if (!url) return undefined;
    const granted = tokens.get(url.href) ?? request(url);
    tokens.set(url.href, granted);
    return granted;
  };
}

/** Returns the token endpoint of a `Bearer` challenge. */
export function toTokenAddress(challenge: string): URL | undefined {
  const [, parameters] = /^Bearer\s+(.*)$/i.exec(challenge) ?? [];
  if (parameters === undefined) return undefined;
  const given = new Map([...parameters.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]));
  const url = URL.parse(given.get('realm') ?? '');
  for (const key of ['service', 'scope']) {
    const value = given.get(key);
    if (value !== undefined) url?.searchParams.set(key, value);
  }
  return url ?? undefined;
}

function parseToken(answer: Buffer): z.output<typeof tokenSchema> {
  try {
    return tokenSchema.parse(JSON.parse(answer.toString('utf8')));
  } catch {
    return {};
  }
}
