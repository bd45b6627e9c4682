import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Agent, RequestInfo, RequestInit, Response } from 'undici';
import { isPublicAddress } from './public-address.ts';

/** The kept connections of one client. The library that opens them is loaded with the first request. */
export interface HttpConnections {
  /** Sends a request over these connections. */
  fetch(url: RequestInfo, init?: Omit<RequestInit, 'dispatcher'>): Promise<Response>;
  /** Ends requests in flight and closes the connections; later requests fail. */
  destroy(): Promise<void>;
}

/** Creates connections that go to public addresses only, unless private ones are allowed. */
export function createGuardedConnections(options: {
  readonly allowPrivate: boolean;
  readonly connectTimeoutMs: number;
}): HttpConnections {
  const { allowPrivate, connectTimeoutMs: timeout } = options;
  return createConnections({ connect: allowPrivate ? { timeout } : { timeout, lookup: lookupPublic } });
}

/** Creates connections with options of their agent. */
export function createConnections(options: Agent.Options = {}): HttpConnections {
  let agent: Agent | undefined;
  let isDestroyed = false;
  return {
    async fetch(url, init = {}) {
      const undici = await import('undici');
      agent ??= new undici.Agent(options);
      if (isDestroyed) await agent.destroy();
      return undici.fetch(url, { ...init, dispatcher: agent });
    },
    async destroy() {
      isDestroyed = true;
      await agent?.destroy();
    },
  };
}

/**
 * Resolves names to public addresses only. The socket connects to the checked address, so a second DNS answer cannot
 * change it.
 */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first) callback(Object.assign(new Error(`${hostname} is no public host.`), { code: 'EPRIVATE' }), []);
    else if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};
