import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isPublicAddress } from './public-address.ts';

/** Creates an agent whose connections go to public addresses only, unless private ones are allowed. */
export function createGuardedAgent(options: {
  readonly allowPrivate: boolean;
  readonly connectTimeoutMs: number;
}): Agent {
  const { allowPrivate, connectTimeoutMs: timeout } = options;
  return new Agent({ connect: allowPrivate ? { timeout } : { timeout, lookup: lookupPublic } });
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
