import type { KubeObject } from '@shipmate/domain/cluster/object';
import type { ClusterReader, ListQuery } from '../api/cluster-reader.ts';

/** The events that were read, and whether the list is complete. */
interface ReadEvents {
  readonly events: readonly KubeObject[];
  readonly isComplete: boolean;
}

/** The most events that one call reads. */
const maxEvents = 5_000;

/** Reads events page by page. */
export async function listEvents(
  reader: ClusterReader,
  query: Pick<ListQuery, 'namespace' | 'fieldSelector'>,
  signal: AbortSignal,
): Promise<ReadEvents> {
  const resource = await reader.resolve('events', signal);
  const events: KubeObject[] = [];
  let continueToken: string | undefined;
  do {
    const page = await reader.list(resource, { ...query, continueToken }, signal);
    events.push(...page.items);
    continueToken = page.continueToken;
  } while (continueToken !== undefined && events.length < maxEvents);
  return { events, isComplete: continueToken === undefined };
}
