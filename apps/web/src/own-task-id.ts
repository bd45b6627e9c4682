import { createHash } from 'node:crypto';
import type { Principal } from '@shipmate/core';

/**
 * Returns the server's id for an answer that a client gave an id: a UUIDv8 derived from the user and the client's id,
 * so that ids of one user reveal nothing about another's. It keeps the first 48 bits, so that a client's UUIDv7 ids
 * still sort by time.
 */
export function toOwnTaskId({ organizationId, userId }: Principal, clientId: string): string {
  const id = clientId.toLowerCase();
  const digest = createHash('sha256').update(`${organizationId}/${userId}/${id}`).digest('hex');
  return `${id.slice(0, 13)}-8${digest.slice(0, 3)}-a${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}
