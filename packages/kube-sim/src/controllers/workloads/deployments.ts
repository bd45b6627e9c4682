import { earliestDue } from '../../control-loop/earliest-due.ts';
import { asObject, isSameJson, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { hashSuffix } from '../../object/generated-names.ts';
import { controlledBy, controllerReference, type ControllerContext } from '../../control-loop/controller-context.ts';
import { evaluateRollout, rolloutBounds } from './deployment-status.ts';
import type { Controller } from '../../control-loop/controller.ts';

const storage = 'apps/deployments';
const component = 'deployment-controller';
const revisionName = 'deployment.kubernetes.io/revision';

/** Rolls Deployments out: one ReplicaSet per template, scaled within the strategy's bounds. */
export function createDeploymentController(context: ControllerContext): Controller {
  const { store, clock, events } = context;

  function syncOne(deployment: KubeObject): number | undefined {
    const spec = asObject(deployment['spec']);
    if (deployment.metadata.deletionTimestamp !== undefined) return undefined;
    const sets = controlledBy(store, 'apps/replicasets', deployment);
    const current = sets.find((set) => hasTemplate(set, spec['template']));
    const old = sets.filter((set) => set !== current);
    const isPaused = spec['paused'] === true;
    if (!current && !isPaused) {
      createSet(deployment, spec, sets);
      return undefined;
    }
    if (current) settleRevision(deployment, current, old);
    if (current && !isPaused) roll(deployment, current, old);
    else if (current && old.every((set) => replicasOf(set) === 0))
      scale(deployment, current, Number(spec['replicas'] ?? 1));
    pruneHistory(old, Number(spec['revisionHistoryLimit'] ?? 10));
    return setStatus(deployment, current, controlledBy(store, 'apps/replicasets', deployment));
  }

  function createSet(deployment: KubeObject, spec: JsonObject, sets: readonly KubeObject[]): void {
    const template = asObject(spec['template']);
    const hash = hashSuffix(template);
    const { labels, ...metadata } = asObject(template['metadata']);
    const withHash = { ...asObject(labels), 'pod-template-hash': hash };
    const revision = String(1 + Math.max(0, ...sets.map(revisionOf)));
    const selector = asObject(spec['selector']);
    const isFirst = sets.every((set) => replicasOf(set) === 0);
    const created = context.tryCreate(
      'apps/replicasets',
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        metadata: {
          name: `${deployment.metadata.name}-${hash}`,
          namespace: deployment.metadata.namespace,
          labels: withHash,
          annotations: annotationsOf(deployment, revision),
          ownerReferences: [controllerReference(deployment)],
        },
        spec: {
          replicas: 0,
          ...(spec['minReadySeconds'] !== undefined && { minReadySeconds: spec['minReadySeconds'] }),
          selector: { ...selector, matchLabels: { ...asObject(selector['matchLabels']), 'pod-template-hash': hash } },
          template: { ...template, metadata: { ...metadata, labels: withHash } },
        },
      },
      { owner: deployment, occurrence: { reason: 'ReplicaSetCreateError', component } },
    );
    if (created && isFirst) scale(deployment, created, Number(spec['replicas'] ?? 1));
  }

  function settleRevision(deployment: KubeObject, current: KubeObject, old: readonly KubeObject[]): void {
    const newest = Math.max(0, ...old.map(revisionOf));
    const revision = String(Math.max(revisionOf(current), newest + (revisionOf(current) > newest ? 0 : 1)));
    const annotations = { ...current.metadata.annotations, ...annotationsOf(deployment, revision) };
    const { minReadySeconds: _, ...kept } = asObject(current['spec']);
    const { minReadySeconds } = asObject(deployment['spec']);
    const spec = { ...kept, ...(minReadySeconds !== undefined && { minReadySeconds }) };
    const revised = { ...current, metadata: { ...current.metadata, annotations }, spec };
    context.replace('apps/replicasets', { current, next: revised });
    if (deployment.metadata.annotations?.[revisionName] !== revision) {
      const own = { ...deployment.metadata.annotations, [revisionName]: revision };
      const found = store.get(storage, deployment.metadata) ?? deployment;
      const next = { ...found, metadata: { ...deployment.metadata, annotations: own } };
      context.replace(storage, { current: found, next, subresource: 'status' });
    }
  }

  function roll(deployment: KubeObject, current: KubeObject, old: readonly KubeObject[]): void {
    const spec = asObject(deployment['spec']);
    const wanted = Number(spec['replicas'] ?? 1);
    const active = old.filter((set) => replicasOf(set) > 0 || existingOf(set) > 0);
    const strategy = asObject(spec['strategy']);
    if (strategy['type'] === 'Recreate') {
      for (const set of active) scale(deployment, set, 0);
      if (active.every((set) => existingOf(set) === 0)) scale(deployment, current, wanted);
      return;
    }
    if (active.length === 0) {
      scale(deployment, current, wanted);
      return;
    }
    const { maxSurge, maxUnavailable } = rolloutBounds(strategy, wanted);
    const total = [current, ...active].reduce((sum, set) => sum + replicasOf(set), 0);
    const room = wanted + maxSurge - total;
    if (room > 0 && replicasOf(current) < wanted)
      scale(deployment, current, Math.min(wanted, replicasOf(current) + room));
    if (replicasOf(current) > wanted) scale(deployment, current, wanted);
    const available = [current, ...active].reduce((sum, set) => sum + availableOf(set), 0);
    let removable = available - (wanted - maxUnavailable);
    for (const set of active) {
      const unhealthy = replicasOf(set) - availableOf(set);
      const healthy = Math.max(0, Math.min(replicasOf(set) - unhealthy, removable));
      if (unhealthy + healthy > 0) scale(deployment, set, replicasOf(set) - unhealthy - healthy);
      removable -= healthy;
    }
  }

  function scale(deployment: KubeObject, set: KubeObject, replicas: number): void {
    const current = store.get('apps/replicasets', set.metadata) ?? set;
    const before = replicasOf(current);
    if (before === replicas) return;
    const generation = (current.metadata.generation ?? 1) + 1;
    const spec = { ...asObject(current['spec']), replicas };
    const next = { ...current, metadata: { ...current.metadata, generation }, spec };
    context.replace('apps/replicasets', { current, next });
    const direction = replicas > before ? 'up' : 'down';
    const message = `Scaled ${direction} replica set ${set.metadata.name} from ${before} to ${replicas}`;
    events.record(deployment, { reason: 'ScalingReplicaSet', message, component });
  }

  function pruneHistory(old: readonly KubeObject[], limit: number): void {
    const idle = old.filter((set) => replicasOf(set) === 0 && existingOf(set) === 0);
    const surplus = idle
      .toSorted((left, right) => revisionOf(left) - revisionOf(right))
      .slice(0, Math.max(0, idle.length - limit));
    for (const set of surplus) context.remove('apps/replicasets', set);
  }

  /** @returns the time at which the progress deadline passes */
  function setStatus(
    deployment: KubeObject,
    current: KubeObject | undefined,
    sets: readonly KubeObject[],
  ): number | undefined {
    const { status, due } = evaluateRollout(deployment, {
      current: current && store.get('apps/replicasets', current.metadata),
      sets,
      now: clock.now(),
    });
    context.setStatus(storage, deployment, status);
    return due;
  }

  return {
    name: 'deployments',
    watches: [storage, 'apps/replicasets'],
    sync() {
      return earliestDue(store.list(storage).map(syncOne));
    },
  };
}

function annotationsOf(deployment: KubeObject, revision: string): Record<string, string> {
  const replicas = Number(asObject(deployment['spec'])['replicas'] ?? 1);
  const { maxSurge } = rolloutBounds(asObject(asObject(deployment['spec'])['strategy']), replicas);
  const {
    'kubectl.kubernetes.io/last-applied-configuration': _,
    [revisionName]: __,
    ...own
  } = deployment.metadata.annotations ?? {};
  return {
    ...own,
    'deployment.kubernetes.io/desired-replicas': String(replicas),
    'deployment.kubernetes.io/max-replicas': String(replicas + maxSurge),
    [revisionName]: revision,
  };
}

const replicasOf = (set: KubeObject) => Number(asObject(set['spec'])['replicas'] ?? 0);
const existingOf = (set: KubeObject) => Number(asObject(set['status'])['replicas'] ?? 0);
/** Available pods without the terminating ones that the status still counts. */
const availableOf = (set: KubeObject) =>
  Math.min(replicasOf(set), Number(asObject(set['status'])['availableReplicas'] ?? 0));
const revisionOf = (set: KubeObject) => Number(set.metadata.annotations?.[revisionName] ?? 0);

function hasTemplate(set: KubeObject, template: unknown): boolean {
  const own = structuredClone(asObject(asObject(set['spec'])['template']));
  delete asObject(asObject(own['metadata'])['labels'])['pod-template-hash'];
  const given = asObject(template);
  const strip = (value: JsonObject) => ({
    ...value,
    metadata: { ...asObject(value['metadata']), labels: asObject(asObject(value['metadata'])['labels']) },
  });
  return isSameJson(strip(own), strip(given));
}
