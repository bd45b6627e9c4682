import { isIPv4 } from 'node:net';
import { type AppEnvironment, loopbackHosts } from '@shipmate/server';
import type { Context } from 'hono';

/**
 * Returns true when a request came over the loopback interface and named it as host, so that it was neither forwarded
 * nor DNS-rebound.
 */
export function isFromThisMachine(context: Context<AppEnvironment>): boolean {
  const address = context.env.incoming?.socket.remoteAddress?.replace(/^::ffff:/, '');
  const isLoopback = address === '::1' || (address !== undefined && isIPv4(address) && address.startsWith('127.'));
  return isLoopback && loopbackHosts.includes(new URL(context.req.url).hostname);
}
