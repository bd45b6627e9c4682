import { AppError, type Principal, toJsonText } from '@shipmate/core';
import type { Stores } from '@shipmate/domain';
import { describeInboxItem, type InboxEvent } from '@shipmate/domain/inbox';

/**
 * Returns the body of the request that reports an event, or undefined if the event is obsolete: its item was decided before it
 * was reported.
 */
export async function inboxEventBody({ inbox }: Pick<Stores, 'inbox'>, event: InboxEvent): Promise<string | undefined> {
  const { type, item, outcome, organizationId, createdAt } = event;
  const toBody = (data: object) => toJsonText({ type, timestamp: createdAt.toISOString(), data });
  if (item === null) return toBody({ organizationId });
  const about = { ...item, organizationId };
  if (outcome !== null) return toBody({ ...about, outcome });
  const principal: Principal = { userId: item.userId, organizationId, via: 'job' };
  const found = await inbox.get(principal, item).catch((thrown: unknown) => {
    if (AppError.isInstance(thrown) && thrown.code === 'NOT_FOUND') return undefined;
    throw thrown;
  });
  if (found === undefined) return undefined;
  const { title, effects, risk, decisions } = describeInboxItem(found);
  return toBody({
    ...about,
    title,
    effects,
    risk,
    decisions,
    version: found.version,
    origin: found.origin,
    createdAt: found.createdAt.toISOString(),
    expiresAt: found.expiresAt?.toISOString() ?? null,
  });
}
