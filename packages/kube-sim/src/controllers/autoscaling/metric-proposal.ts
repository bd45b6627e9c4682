import { countReplicas, type PodSample } from './replica-count.ts';
import { findCondition } from '../../object/conditions.ts';
import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { parseQuantity } from '../../object/quantity.ts';
import type { ResourceRegistry } from '../../resources/resource-registry.ts';
import type { ObjectStore } from '../../store/object-store.ts';

/** The number of replicas for one metric, or the reason why it cannot be computed. */
export type Proposal =
  | {
      readonly replicas: number;
      /** Name in the reason for rescaling. */
      readonly name: string;
      /** Entry of the autoscaler's status. */
      readonly status: JsonObject;
    }
  | { readonly reason: string; readonly error: string; readonly what: string };

interface Scaled {
  readonly current: number;
  readonly pods: readonly KubeObject[];
  readonly now: number;
}

/** Creates the evaluator of metrics; it reads the metrics API. */
export function createMetricEvaluator(store: ObjectStore, registry: ResourceRegistry) {
  /** The measured usage of a resource, by pod, or the reason why it is missing. */
  function measure(resource: ResourceMetric, pods: readonly KubeObject[]): ReadonlyMap<string, number> | string {
    const why = `unable to get metrics for resource ${resource.name}`;
    const definition = registry.find('metrics.k8s.io', 'v1beta1', 'pods');
    const isAvailable = definition && registry.isAvailable(definition);
    if (!isAvailable) {
      const problem = definition
        ? 'the server is currently unable to handle the request'
        : 'the server could not find the requested resource';
      return `${why}: unable to fetch metrics from resource metrics API: ${problem} (get pods.metrics.k8s.io)`;
    }
    const names = new Set(pods.map(({ metadata }) => metadata.name));
    const measured = store
      .list(definition.storage, pods[0]?.metadata.namespace)
      .filter(({ metadata }) => names.has(metadata.name))
      .map((each) => [each.metadata.name, sumOf(asArray(each['containers']).map(asObject), resource)] as const);
    return measured.length > 0 ? new Map(measured) : `${why}: no metrics returned from resource metrics API`;
  }

  function evaluateResource(resource: ResourceMetric, { current, pods, now }: Scaled): Proposal {
    const { name, target, container } = resource;
    const isRelative = target['averageUtilization'] !== undefined;
    const fail = (error: string): Proposal => ({
      reason: container === undefined ? 'FailedGetResourceMetric' : 'FailedGetContainerResourceMetric',
      error: `failed to get ${name} ${isRelative ? 'utilization' : 'usage'}: ${error}`,
      what: `${name} ${container === undefined ? 'resource' : 'container'} metric value`,
    });
    const measured = measure(resource, pods);
    if (typeof measured === 'string') return fail(measured);
    const samples: PodSample[] = [];
    for (const pod of pods) {
      const base = isRelative ? requestOf(pod, resource) : 1;
      if (typeof base === 'string') return fail(base);
      samples.push({ usage: measured.get(pod.metadata.name), base, isSettled: name !== 'cpu' || isSettled(pod, now) });
    }
    const counted = samples.filter((each) => each.usage !== undefined && each.isSettled);
    if (counted.length === 0) return fail('did not receive metrics for targeted pods (pods might be unready)');
    const used = counted.reduce((sum, { usage = 0 }) => sum + usage, 0);
    const requested = counted.reduce((sum, { base }) => sum + base, 0);
    if (requested === 0) return fail('no metrics returned matched known pods');
    const ratio = isRelative
      ? Number(target['averageUtilization']) / 100
      : (parseQuantity(target['averageValue']) ?? Number.NaN);
    const assumed = isRelative ? Math.max(1, ratio) : ratio;
    return {
      replicas: countReplicas(current, samples, { ratio, assumed }),
      name: `${name} resource${isRelative ? ' utilization (percentage of request)' : ''}`,
      status: {
        name,
        ...(container !== undefined && { container }),
        current: {
          ...(isRelative && { averageUtilization: Math.floor((100 * used) / requested + 1e-6) }),
          averageValue: toMilli(used / counted.length),
        },
      },
    };
  }

  /** Evaluates one entry of `spec.metrics`. */
  return function evaluate(metric: JsonObject, scaled: Scaled): Proposal {
    const type = asString(metric['type']);
    const field = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
    const source = asObject(metric[field]);
    if (type === 'Resource' || type === 'ContainerResource') {
      const container = type === 'Resource' ? {} : { container: asString(source['container']) };
      const resource = { name: asString(source['name']), target: asObject(source['target']), ...container };
      const proposal = evaluateResource(resource, scaled);
      return 'replicas' in proposal ? { ...proposal, status: { type, [field]: proposal.status } } : proposal;
    }
    const name = asString(asObject(source['metric'])['name']);
    const what = `${field} metric value`;
    const reason = `FailedGet${type}Metric`;
    if (type === 'External') {
      const missing = `the server could not find the requested resource (get ${name}.external.metrics.k8s.io)`;
      const error = `unable to get external metric ${name}: unable to fetch metrics from external metrics API: ${missing}`;
      return { reason, what, error };
    }
    const missing = 'no custom metrics API (custom.metrics.k8s.io) registered';
    const error = `unable to get metric ${name}: unable to fetch metrics from custom metrics API: ${missing}`;
    return { reason, what, error };
  };
}

interface ResourceMetric {
  readonly name: string;
  readonly target: JsonObject;
  readonly container?: string;
}

function sumOf(containers: readonly JsonObject[], { name, container }: ResourceMetric): number {
  return containers
    .filter((each) => container === undefined || each['name'] === container)
    .reduce((sum, { usage }) => sum + (parseQuantity(asObject(usage)[name]) ?? 0), 0);
}

/** The summed requests of a pod's containers, or the error that names one without a request. */
function requestOf(pod: KubeObject, { name, container }: ResourceMetric): number | string {
  const containers = asArray(asObject(pod['spec'])['containers']).map(asObject);
  let sum = 0;
  for (const each of containers.filter((one) => container === undefined || one['name'] === container)) {
    const request = parseQuantity(asObject(asObject(each['resources'])['requests'])[name]);
    if (request === undefined)
      return `missing request for ${name} in container ${asString(each['name'])} of Pod ${pod.metadata.name}`;
    sum += request;
  }
  return sum;
}

function toMilli(value: number): string {
  const milli = Math.round(value * 1000);
  return milli % 1000 === 0 ? String(milli / 1000) : `${milli}m`;
}

const initializationMs = 300_000;
const firstReadinessMs = 30_000;
const windowMs = 15_000;

/** Tests whether a pod's usage is meaningful: a starting pod may use more than it will later. */
function isSettled(pod: KubeObject, now: number): boolean {
  const status = asObject(pod['status']);
  const ready = findCondition(pod, 'Ready');
  const startedAt = Date.parse(asString(status['startTime']));
  if (status['phase'] === 'Pending' || !ready || Number.isNaN(startedAt)) return false;
  const changedAt = Date.parse(asString(ready['lastTransitionTime']));
  if (now < startedAt + initializationMs) return ready['status'] === 'True' && now >= changedAt + windowMs;
  return ready['status'] === 'True' || changedAt > startedAt + firstReadinessMs;
}
