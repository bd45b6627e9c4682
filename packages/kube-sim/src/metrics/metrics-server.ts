import { toTimestamp, type VirtualClock } from '../clock/virtual-clock.ts';
import type { ResourceUsage } from '../containers/resource-usage.ts';
import type { Kubelet } from '../kubelet/kubelet.ts';
import { asObject, type JsonObject } from '../object/json-value.ts';
import type { KubeObject, ObjectMeta } from '../object/kube-object.ts';
import { metricsApiService } from '../resources/metrics-resources.ts';
import type { ObjectStore } from '../store/object-store.ts';

const labels = { 'k8s-app': 'metrics-server' };
const metadata = { name: 'metrics-server', namespace: 'kube-system', labels };

/** The objects of a cluster with metrics; the metrics API is served while they are ready. */
export const metricsServerObjects: readonly JsonObject[] = [
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: 'metrics-server',
          priorityClassName: 'system-cluster-critical',
          containers: [
            {
              name: 'metrics-server',
              image: 'registry.k8s.io/metrics-server/metrics-server:v0.8.0',
              args: ['--secure-port=10250', '--metric-resolution=15s'],
              ports: [{ name: 'https', containerPort: 10250 }],
              readinessProbe: { httpGet: { path: '/readyz', port: 'https', scheme: 'HTTPS' } },
              resources: { requests: { cpu: '100m', memory: '200Mi' } },
            },
          ],
        },
      },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: { selector: labels, ports: [{ name: 'https', port: 443, targetPort: 'https' }] },
  },
  {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: metricsApiService, labels },
    spec: {
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      groupPriorityMinimum: 100,
      versionPriority: 100,
      insecureSkipTLSVerify: true,
      service: { namespace: 'kube-system', name: 'metrics-server', port: 443 },
    },
  },
];

interface MetricsSources {
  readonly store: ObjectStore;
  readonly clock: VirtualClock;
  readonly kubelet: Pick<Kubelet, 'measure'>;
}

/** Interval of measurements; a container has no metrics before its first one. */
const intervalMs = 15_000;

/** Usage of a node besides its pods. */
const system: ResourceUsage = { cpu: 0.08, memory: 640 * 2 ** 20 };

/** Serves the usage of pods and nodes at the last measurement. */
export function provideMetrics({ store, clock, kubelet }: MetricsSources): void {
  const measuredAt = () => Math.floor(clock.now() / intervalMs) * intervalMs;

  function toMetrics(kind: string, { metadata }: KubeObject, measured: JsonObject): KubeObject {
    const time = toTimestamp(measuredAt());
    const { name, namespace, labels } = metadata;
    const described = { name, ...(namespace !== undefined && { namespace }), ...(labels && { labels }) };
    return {
      kind,
      apiVersion: 'metrics.k8s.io/v1beta1',
      metadata: { ...described, creationTimestamp: toTimestamp(clock.now()) } as ObjectMeta,
      timestamp: time,
      window: '15s',
      ...measured,
    };
  }

  store.derive('metrics.k8s.io/pods', () =>
    store.list('/pods').flatMap((pod) => {
      const containers = kubelet.measure(pod, measuredAt()).map((each) => ({ name: each.name, usage: toUsage(each) }));
      return containers.length === 0 ? [] : [toMetrics('PodMetrics', pod, { containers })];
    }),
  );
  store.derive('metrics.k8s.io/nodes', () => {
    const byNode = Map.groupBy(store.list('/pods'), (pod) => asObject(pod['spec'])['nodeName']);
    return store.list('/nodes').map((node) => {
      const pods = byNode.get(node.metadata.name) ?? [];
      const used = [system, ...pods.flatMap((pod) => kubelet.measure(pod, measuredAt()))];
      return toMetrics('NodeMetrics', node, { usage: toUsage(used.reduce(add)) });
    });
  });
}

function add(left: ResourceUsage, right: ResourceUsage): ResourceUsage {
  return { cpu: left.cpu + right.cpu, memory: left.memory + right.memory };
}

function toUsage({ cpu, memory }: ResourceUsage): JsonObject {
  return { cpu: `${Math.round(cpu * 1e9)}n`, memory: `${Math.round(memory / 2 ** 10)}Ki` };
}
