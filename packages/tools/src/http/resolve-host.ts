import { lookup } from 'node:dns/promises';
import { AppError } from '@shipmate/core';
import { isPublicAddress } from './public-address.ts';
import { toUpstreamError } from './upstream-failure.ts';

/**
 * Resolves a URL's host for programs that connect by themselves: to public addresses, unless private ones are allowed.
 *
 * @throws AppError `VALIDATION_ERROR` when it has no allowed address, `EXTERNAL_API_ERROR` when it is not found.
 */
export async function resolveHost(hostname: string, allowPrivate: boolean): Promise<readonly [string, ...string[]]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(host, { all: true }).catch((cause: unknown) => {
    throw toUpstreamError(host, cause);
  });
  const [first, ...others] = found
    .map(({ address }) => address)
    .filter((address) => allowPrivate || isPublicAddress(address));
  if (first !== undefined) return [first, ...others];
  throw new AppError({ code: 'VALIDATION_ERROR', message: `${host} is on a private network, which is not allowed.` });
}
