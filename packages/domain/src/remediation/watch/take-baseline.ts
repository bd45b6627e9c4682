import { kindOf, type KubeObject, type ObjectReference, ownerOf } from '../../cluster/object/kube-object.ts';
import { objectAt, textAt } from '../../cluster/object/read-value.ts';
import { hasReadyEndpoint } from '../../cluster/problems/service-backends.ts';
import { healthOf } from '../health-of.ts';
import type { ObjectHealth } from '../remediation.ts';
import { type ClusterScope, dependantTitles, findInScope, watchedPods } from './cluster-scope.ts';
import { desiredStateOf } from './desired-state.ts';
import { countRestarts, hasFailedLately, joinHistories, readFaultHistory } from './fault-history.ts';
import { chooseIssue, readFindings } from './read-findings.ts';
import type { WatchBaseline } from './remediation-watch.ts';
import { titleOfObject, toTitle } from './title.ts';

/** The maximum number of findings, and of healthy objects, that a baseline keeps. */
export const maxKept = 2_000;

const watchedKinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'PersistentVolumeClaim', 'Service'] as const;

/** The subject of a watch. */
export interface WatchTargets {
  readonly objects: readonly ObjectReference[];
  readonly issue: string;
  /** The time at which the objects were read. */
  readonly now: Date;
}

/** Records the state of a cluster before a change. */
export function takeBaseline(scope: ClusterScope, { objects, issue, now }: WatchTargets): WatchBaseline {
  const found = objects.map((reference) => ({ reference, object: findInScope(scope, reference) }));
  const titles = new Set(objects.map(toTitle));
  const findings = readFindings(scope);
  const pods = watchedPods(scope, titles);
  const unsteady = scope.flatMap((part) =>
    dependantTitles(
      part,
      part.all('Pod').filter((pod) => hasFailedLately(pod, now)),
    ),
  );
  const unsteadyTitles = new Set(unsteady);
  const workloads = found.flatMap(({ object }) => (object === undefined ? [] : [object]));
  return {
    issue: chooseIssue(findings, {
      objects: objects.map((reference) => ({ ...reference, title: toTitle(reference) })),
      issue,
    }),
    findings: findings.slice(0, maxKept).map(({ reason, root }) => ({ reason, root })),
    unsteady: unsteady.slice(0, maxKept),
    healthy: listHealth(scope)
      .filter(({ health, title }) => health.isHealthy && !unsteadyTitles.has(title))
      .map(({ title }) => title)
      .slice(0, maxKept),
    objects: found.map(({ reference, object }) => ({
      ...reference,
      desired: object === undefined ? null : desiredStateOf(object),
      existed: object !== undefined && ownerOf(object) === undefined,
    })),
    history: readFaultHistory(pods, workloads, now),
    restarts: countRestarts(pods),
  };
}

/** Merges the baseline recorded with the plan and the baseline recorded right before the change. */
export function refreshBaseline(planned: WatchBaseline, present: WatchBaseline): WatchBaseline {
  const known = new Set(present.issue.map(identify));
  const earlier = planned.issue.filter((finding) => !known.has(identify(finding)));
  return {
    ...present,
    issue: [...present.issue, ...earlier],
    findings: [...present.findings, ...earlier.map(({ reason, root }) => ({ reason, root }))],
    history: joinHistories(planned.history, present.history),
  };
}

/** Returns the identity of a finding: its reason and its topmost controller, since pods get new names. */
export function identify({ reason, root }: { readonly reason: string; readonly root: string }): string {
  return `${root} ${reason}`;
}

/** Lists the health of the workloads, claims and services of a scope. */
export function listHealth(
  scope: ClusterScope,
): readonly { readonly title: string; readonly health: ObjectHealth; readonly object: KubeObject }[] {
  return scope.flatMap((objects) =>
    watchedKinds
      .flatMap((kind) => objects.all(kind))
      .flatMap((object) => {
        const health =
          kindOf(object) === 'Service' ? healthOfService(object, hasReadyEndpoint(object, objects)) : healthOf(object);
        return health === undefined ? [] : [{ title: titleOfObject(object), health, object }];
      }),
  );
}

/** The endpoints of a Service without a selector are not managed by the cluster. */
function healthOfService(service: KubeObject, isReady: boolean): ObjectHealth | undefined {
  const isSelecting = Object.keys(objectAt(service, 'spec', 'selector')).length > 0;
  if (!isSelecting || textAt(service, 'spec', 'type') === 'ExternalName') return undefined;
  return { isHealthy: isReady, state: isReady ? 'endpoints are ready' : 'no endpoint is ready' };
}
