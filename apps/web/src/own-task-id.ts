import { createHash } from 'node:crypto';
import type { Principal } from '@shipmate/core';

/**
 * Our id for an answer that a client gave an id: a UUIDv8, always the same for the same user and client's id, so that one user's
 * ids say nothing about another's. It keeps the first 48 bits, by which the ids of a client that makes UUIDv7 sort.
 */
export function toOwnTaskId({ organizationId, userId }: Principal, clientId: string): string {
  const id = clientId.toLowerCase();
  const digest = createHash('sha256').update(`${organizationId}/${userId}/${id}`).digest('hex');
  return `${id.slice(0, 13)}-8${digest.slice(0, 3)}-a${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}
