import type { Run } from '@shipmate/domain/run';

/** Returns true when a model should suggest follow-up questions: a person waits for the answer, and it is complete. */
export function wantsFollowUps({
  origin,
  status,
  stopReason,
  isScripted,
}: Pick<Run, 'origin' | 'status' | 'stopReason'> & {
  /** True if a script wrote the answer: a script cannot suggest anything. */
  readonly isScripted: boolean;
}): boolean {
  return origin === 'chat' && status === 'completed' && stopReason === 'final' && !isScripted;
}
