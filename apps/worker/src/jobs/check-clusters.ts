import { AppError, type Clock, type Logger, type Principal, systemClock } from '@shipmate/core';
import type { KubeObject, Problem } from '@shipmate/domain/cluster';
import type { ClusterEvent, ClusterFinding, PlatformStore, RecordedRows } from '@shipmate/domain/workflow';
import type { ToolPorts } from '@shipmate/tools';
import { type ClusterReader, listEvents, readClusterText } from '@shipmate/tools/kubernetes';
import { z } from 'zod';

/** Seconds for which a check belongs to one process: almost the interval between checks. */
const leaseSeconds = 50;

/** Resources of {@link checkClusters}. */
interface ClusterChecks {
  readonly platform: PlatformStore;
  readonly kubernetes: NonNullable<ToolPorts['kubernetes']>;
  readonly compute: ToolPorts['compute'];
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** A check of a cluster for one organization. */
interface Check {
  readonly principal: Principal;
  readonly reader: ClusterReader;
  readonly signal: AbortSignal;
}

const checks: Readonly<Record<string, (resources: ClusterChecks, check: Check) => Promise<RecordedRows>>> = {
  'platform.findings': recordFindings,
  'platform.cluster_events': recordEvents,
};

/**
 * Records the findings and events of each cluster for the organizations whose active rules watch them, with the access of the owner
 * of such a rule, and returns the number of checks. A cluster that cannot be read is left as it was recorded.
 */
export async function checkClusters(resources: ClusterChecks, signal: AbortSignal): Promise<number> {
  const { platform, kubernetes, logger } = resources;
  const watches = await platform.listWatches(Object.keys(checks));
  const clusters = watches.length === 0 ? [] : (await kubernetes.contexts()).names;
  let count = 0;
  for (const { entity, principal } of watches) {
    for (const cluster of clusters) {
      const name = `${entity} ${cluster}`;
      if (signal.aborted || !(await platform.leaseCheck(principal, { name, seconds: leaseSeconds }))) continue;
      try {
        const reader = await kubernetes.reader({ context: cluster, principal });
        const changed = await checks[entity]?.(resources, { principal, reader, signal });
        logger.debug('cluster checked', { cluster, entity, organizationId: principal.organizationId, ...changed });
        count += 1;
      } catch (thrown) {
        if (signal.aborted || !AppError.isInstance(thrown)) throw thrown;
        logger.warn('a cluster cannot be checked', {
          cluster,
          entity,
          organizationId: principal.organizationId,
          error: thrown,
        });
      }
    }
  }
  return count;
}

async function recordFindings(
  { platform, compute, clock = systemClock }: ClusterChecks,
  { principal, reader, signal }: Check,
): Promise<RecordedRows> {
  const { text, gaps } = await readClusterText(reader, { namespace: undefined, now: clock.now() }, signal);
  const problems = await compute.run('listProblems', [text], { principal, signal });
  return platform.recordFindings(principal, { cluster: reader.context, findings: toFindings(problems), gaps });
}

/** Converts problems, the worst first, to findings; of one object and reason the first counts. */
function toFindings(problems: readonly Problem[]): readonly ClusterFinding[] {
  const findings = problems.map(({ severity, reason, object, root, message }) => ({
    severity,
    reason,
    kind: root.kind,
    namespace: root.namespace ?? null,
    name: root.name,
    object: `${object.kind} ${object.namespace === undefined ? '' : `${object.namespace}/`}${object.name}`,
    message,
  }));
  const keyOf = ({ reason, kind, namespace, name }: ClusterFinding) => JSON.stringify([reason, kind, namespace, name]);
  return [...new Map(findings.toReversed().map((finding) => [keyOf(finding), finding])).values()].toReversed();
}

async function recordEvents({ platform }: ClusterChecks, { principal, reader, signal }: Check): Promise<RecordedRows> {
  const { events } = await listEvents(reader, { fieldSelector: 'type=Warning' }, signal);
  return platform.recordClusterEvents(principal, reader.context, events.flatMap(toClusterEvent));
}

/** The fields of an event of `v1` or `events.k8s.io/v1`. */
const eventSchema = z.object({
  metadata: z.object({ uid: z.string(), creationTimestamp: z.string() }),
  involvedObject: z.object({ kind: z.string(), namespace: z.string().optional(), name: z.string() }),
  reason: z.string().default(''),
  message: z.string().default(''),
  count: z.number().int().nullish(),
  lastTimestamp: z.string().nullish(),
  eventTime: z.string().nullish(),
  series: z.object({ count: z.number().int(), lastObservedTime: z.string() }).nullish(),
});

/** Converts an event; none for one that names no object. */
function toClusterEvent(object: KubeObject): readonly ClusterEvent[] {
  const { data } = eventSchema.safeParse(object);
  if (data === undefined) return [];
  const { metadata, involvedObject, reason, message, series } = data;
  return [
    {
      uid: metadata.uid,
      reason,
      message,
      count: series?.count ?? data.count ?? 1,
      kind: involvedObject.kind,
      namespace: involvedObject.namespace ?? null,
      name: involvedObject.name,
      lastSeenAt: series?.lastObservedTime ?? data.lastTimestamp ?? data.eventTime ?? metadata.creationTimestamp,
    },
  ];
}
