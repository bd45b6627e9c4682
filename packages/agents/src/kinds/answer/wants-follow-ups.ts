import type { Run } from '@shipmate/domain/run';

/** Returns true when a model should suggest follow-up questions: a person waits for the answer, and it is complete. */
export function wantsFollowUps({
  origin,
  status,
  stopReason,
  model,
}: Pick<Run, 'origin' | 'status' | 'stopReason' | 'model'>): boolean {
  return origin === 'chat' && status === 'completed' && stopReason === 'final' && !model.startsWith('demo:');
}
