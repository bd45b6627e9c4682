import { AppError } from '@shipmate/core';
import type { HonoRequest } from 'hono';

/** The names of this machine to itself; the `allowedHosts` of a server that listens on loopback. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** @throws AppError `VALIDATION_ERROR` when the request was meant for a host that is not served here. */
export function requireKnownHost(request: HonoRequest, allowedHosts: readonly string[]): void {
  if (allowedHosts.includes(new URL(request.url).hostname)) return;
  throw new AppError({ code: 'VALIDATION_ERROR', message: 'This host name is not served here.' });
}
