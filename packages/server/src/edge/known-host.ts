import { AppError } from '@shipmate/core';
import type { HonoRequest } from 'hono';

/** The loopback names of this machine; the `allowedHosts` of a server that listens on loopback. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** @throws AppError `VALIDATION_ERROR` when the host of the request is not accepted. */
export function requireKnownHost(request: HonoRequest, allowedHosts: readonly string[]): void {
  if (allowedHosts.includes(new URL(request.url).hostname)) return;
  throw new AppError({ code: 'VALIDATION_ERROR', message: 'This host name is not served here.' });
}
