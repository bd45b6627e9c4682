import type { Run } from '@shipmate/domain';

/** Whether a model thinks of what may be asked after an answer: a person waits for it, and it came to its end. */
export function wantsFollowUps({
  origin,
  status,
  stopReason,
  model,
}: Pick<Run, 'origin' | 'status' | 'stopReason' | 'model'>): boolean {
  return origin === 'chat' && status === 'completed' && stopReason === 'final' && !model.startsWith('demo:');
}
