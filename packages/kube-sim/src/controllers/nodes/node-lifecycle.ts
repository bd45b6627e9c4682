import { earliestDue } from '../../control-loop/earliest-due.ts';
import { toTimestamp } from '../../clock/virtual-clock.ts';
import type { ControllerContext } from '../../control-loop/controller-context.ts';
import type { Controller } from '../../control-loop/controller.ts';
import { findCondition, withCondition } from '../../object/conditions.ts';
import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';

const component = 'node-controller';
/** Time after which a silent node becomes not ready. */
const graceMs = 50_000;

/** A node whose kubelet stops reporting at a time. */
export interface NodeFailure {
  readonly name: string;
  readonly at: number;
}

/** Marks silent nodes as not ready, taints them and marks their pods as not ready. */
export function createNodeLifecycleController(
  context: ControllerContext,
  failures: readonly NodeFailure[],
): Controller {
  const { store, clock, events } = context;

  function markSilent(node: KubeObject, since: number): void {
    const status = asObject(node['status']);
    const conditions = asArray(status['conditions'])
      .map(asObject)
      .reduce<readonly JsonObject[]>(
        (all, each) => withCondition(all, toUnknown(each, since), context.timestamp()),
        [],
      );
    events.record(node, {
      reason: 'NodeNotReady',
      message: `Node ${node.metadata.name} status is now: NodeNotReady`,
      component,
    });
    context.setStatus('/nodes', node, { ...status, conditions });
  }

  /** Maintains the taints for a node's conditions. */
  function taint(node: KubeObject): void {
    const spec = asObject(node['spec']);
    const before = asArray(spec['taints']).map(asObject);
    const key = taintOf(node);
    const kept = before.filter((each) => !stateTaints.has(each['key']) || each['key'] === key);
    const missing =
      key === undefined
        ? []
        : effects.filter((effect) => !kept.some((each) => each['key'] === key && each['effect'] === effect));
    if (missing.length === 0 && kept.length === before.length) return;
    const timeAdded = context.timestamp();
    const taints = [...kept, ...missing.map((effect) => ({ key, effect, timeAdded }))];
    const { taints: _, ...rest } = spec;
    const next = { ...node, spec: { ...rest, ...(taints.length > 0 && { taints }) } };
    context.replace('/nodes', { current: node, next });
  }

  function countOut(pod: KubeObject): void {
    const ready = findCondition(pod, 'Ready');
    if (ready?.['status'] !== 'True') return;
    const status = asObject(pod['status']);
    const condition = { ...ready, status: 'False' };
    const conditions = withCondition(asArray(status['conditions']).map(asObject), condition, context.timestamp());
    context.setStatus('/pods', pod, { ...status, conditions });
    events.record(pod, { type: 'Warning', reason: 'NodeNotReady', message: 'Node is not ready', component });
  }

  return {
    name: 'node-lifecycle',
    watches: ['/nodes', '/pods'],
    sync() {
      for (const node of store.list('/nodes')) {
        const failure = failures.find(({ name }) => name === node.metadata.name);
        const isNoticed = failure && clock.now() >= failure.at + graceMs;
        if (isNoticed && findCondition(node, 'Ready')?.['status'] === 'True') markSilent(node, failure.at);
        taint(store.get('/nodes', node.metadata) ?? node);
      }
      const lost = new Set(
        store
          .list('/nodes')
          .filter(isSilent)
          .map(({ metadata }) => metadata.name),
      );
      if (lost.size > 0)
        for (const pod of store.list('/pods')) if (lost.has(String(asObject(pod['spec'])['nodeName']))) countOut(pod);
      return earliestDue(failures.map(({ at }) => at + graceMs).filter((due) => due > clock.now()));
    },
  };
}

/** Tests whether a node's kubelet has stopped reporting. */
export function isSilent(node: KubeObject): boolean {
  return findCondition(node, 'Ready')?.['status'] === 'Unknown';
}

const unreachable = 'node.kubernetes.io/unreachable';
const notReady = 'node.kubernetes.io/not-ready';
const stateTaints = new Set<unknown>([unreachable, notReady]);
const effects = ['NoSchedule', 'NoExecute'] as const;

function taintOf(node: KubeObject): string | undefined {
  const status = findCondition(node, 'Ready')?.['status'];
  if (status === 'Unknown') return unreachable;
  return status === 'False' ? notReady : undefined;
}

function toUnknown({ type }: JsonObject, since: number): JsonObject {
  return {
    type,
    status: 'Unknown',
    lastHeartbeatTime: toTimestamp(since),
    reason: 'NodeStatusUnknown',
    message: 'Kubelet stopped posting node status.',
  };
}

/** Delay of kube-controller-manager before it deletes pods of a missing node (pkg/controller/podgc). */
const quarantineMs = 40_000;

/** Deletes the pods of deleted nodes at once, without their kubelet. */
export function createOrphanedPodController({ store, clock }: ControllerContext): Controller {
  const missingSince = new Map<string, number>();

  return {
    name: 'orphaned-pods',
    watches: ['/nodes', '/pods'],
    sync() {
      const nodes = new Set(store.list('/nodes').map(({ metadata }) => metadata.name));
      const orphans = store.list('/pods').filter(({ spec }) => {
        const node = asString(asObject(spec)['nodeName']);
        return node !== '' && !nodes.has(node);
      });
      const known = new Set(orphans.map(({ metadata }) => metadata.uid));
      for (const uid of missingSince.keys()) if (!known.has(uid)) missingSince.delete(uid);
      const dues = orphans.map((pod) => {
        const since = missingSince.get(pod.metadata.uid) ?? clock.now();
        missingSince.set(pod.metadata.uid, since);
        if (clock.now() >= since + quarantineMs) store.remove('/pods', pod);
        return since + quarantineMs;
      });
      return earliestDue(dues.filter((due) => due > clock.now()));
    },
  };
}
