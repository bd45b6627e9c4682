import type { ChatModel, Principal } from '@shipmate/core';
import { newId, type Stores } from '@shipmate/domain';
import type { ConversationRun } from '@shipmate/domain/run';
import type { Schedule } from '@shipmate/domain/schedule';
import { beginRun } from '../run/begin/begin-run.ts';
import { contextTypeFor } from './context-type-for.ts';

/** Resources for runs of schedules. */
export interface ScheduleResources {
  readonly models: { get(id?: string): Pick<ChatModel, 'id'> };
}

/**
 * Queues a run of a schedule, in a conversation with the schedule's name, within the transaction that settles the
 * schedule.
 *
 * @throws AppError as `beginRun` does.
 */
export async function beginScheduledRun(
  stores: Stores,
  schedule: Schedule,
  { models }: ScheduleResources,
): Promise<ConversationRun> {
  const { workspaceId, prompt, model, name } = schedule;
  const principal = toOwner(schedule);
  const { run } = await beginRun(stores, principal, {
    conversationId: newId(),
    workspaceId,
    contextType: contextTypeFor(workspaceId),
    message: prompt,
    model: model ?? models.get().id,
    origin: 'schedule',
    lease: undefined,
  });
  await stores.conversations.setTitle(principal, run.conversationId, name);
  return run;
}

/** Returns the principal of a schedule. */
export function toOwner({ userId, organizationId }: Schedule): Principal {
  return { userId, organizationId, via: 'job' };
}
