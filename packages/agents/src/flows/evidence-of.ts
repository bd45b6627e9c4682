import type { EvidenceCall } from '@shipmate/domain/cluster';
import { z } from 'zod';

/** Creates a schema for evidence: at least one id of the calls that were made. */
export function evidenceOf(calls: readonly EvidenceCall[]) {
  const id = z.string().refine((value) => calls.some((call) => call.id === value), 'no call has this id');
  return z.array(id).min(1).max(20).describe('Ids of the calls that show it, such as "c2".');
}
