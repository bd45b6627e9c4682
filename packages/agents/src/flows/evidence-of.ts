import type { EvidenceCall } from '@shipmate/domain';
import { z } from 'zod';

/** Ids of calls that were made; at least one. */
export function evidenceOf(calls: readonly EvidenceCall[]) {
  const id = z.string().refine((value) => calls.some((call) => call.id === value), 'no call has this id');
  return z.array(id).min(1).max(20).describe('Ids of the calls that show it, such as "c2".');
}
