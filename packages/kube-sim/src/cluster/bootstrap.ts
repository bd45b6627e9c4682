import type { ObjectWriter } from '../api/object-writer.ts';
import { bootstrapPolicy } from '../auth/bootstrap-policy.ts';
import { toTimestamp } from '../clock/virtual-clock.ts';
import type { NodeFailure } from '../controllers/nodes/node-lifecycle.ts';
import type { JsonObject } from '../object/json-value.ts';
import { parseApiVersion } from '../resources/resource-definition.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import { releaseOf } from '../version/kubernetes-version.ts';

/** Options for a node. */
export interface NodeOptions {
  readonly name: string;
  readonly cpu?: string;
  readonly memory?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[];
  readonly controlPlane?: boolean;
  /** The kubelet stops reporting after this many seconds, for good. */
  readonly failsAfter?: number;
}

export const defaultNodes: readonly NodeOptions[] = [{ name: 'node-1', controlPlane: true }, { name: 'node-2' }];

/** The times at which nodes fail, for a cluster that starts at a time. */
export function nodeFailuresOf(nodes: readonly NodeOptions[], start: number): readonly NodeFailure[] {
  return nodes.flatMap(({ name, failsAfter }) =>
    failsAfter === undefined ? [] : [{ name, at: start + 1000 * failsAfter }],
  );
}

/** Creates the objects that every cluster starts with: namespaces, roles, nodes, a storage class. */
export function bootstrapCluster(state: ClusterState, writer: ObjectWriter, nodes: readonly NodeOptions[]): void {
  const create = (object: JsonObject, namespace?: string) => {
    const { group, version } = parseApiVersion(String(object['apiVersion']));
    const definition = state.registry.findKind(group, String(object['kind']), version);
    if (definition)
      writer.create(definition, object, { manager: 'kube-sim', ...(namespace !== undefined && { namespace }) });
  };
  for (const name of ['default', 'kube-node-lease', 'kube-public', 'kube-system']) {
    create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }
  for (const name of controllerAccounts) {
    create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } }, 'kube-system');
  }
  bootstrapPolicy().forEach((each) => create(each));
  for (const [name, value] of [
    ['system-cluster-critical', 2_000_000_000],
    ['system-node-critical', 2_000_001_000],
  ] as const) {
    create({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value });
  }
  create({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    provisioner: 'kube-sim.local/provisioner',
    volumeBindingMode: 'Immediate',
  });
  nodes.forEach((node, index) => createNode(state, writer, { node, index }));
  for (const { name } of nodes) {
    const spec = { holderIdentity: name, leaseDurationSeconds: 40 };
    create({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name }, spec }, 'kube-node-lease');
  }
  const ports = [{ name: 'https', port: 443, targetPort: 6443, protocol: 'TCP' }];
  const labels = { component: 'apiserver', provider: 'kubernetes' };
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'kubernetes', labels },
    spec: { clusterIP: '10.96.0.1', ports },
  };
  create(service, 'default');
}

function createNode(
  state: ClusterState,
  writer: ObjectWriter,
  { node, index }: { readonly node: NodeOptions; readonly index: number },
): void {
  const definition = state.registry.find('', 'v1', 'nodes');
  if (!definition) return;
  const { name, cpu = '4', memory = '8Gi', labels = {}, taints, controlPlane = false } = node;
  const created = writer.create(
    definition,
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name,
        labels: {
          'beta.kubernetes.io/arch': 'amd64',
          'beta.kubernetes.io/os': 'linux',
          'kubernetes.io/arch': 'amd64',
          'kubernetes.io/hostname': name,
          'kubernetes.io/os': 'linux',
          ...(controlPlane && { 'node-role.kubernetes.io/control-plane': '' }),
          ...labels,
        },
      },
      spec: { podCIDR: `10.244.${index}.0/24`, podCIDRs: [`10.244.${index}.0/24`], ...(taints && { taints }) },
    },
    { manager: 'kubelet' },
  );
  const capacity = { cpu, memory, 'ephemeral-storage': '100Gi', pods: '110' };
  const time = toTimestamp(state.clock.now());
  const condition = (type: string, status: string, [reason, message]: readonly [string, string]) => ({
    type,
    status,
    lastHeartbeatTime: time,
    lastTransitionTime: time,
    reason,
    message,
  });
  state.store.put('/nodes', {
    ...created,
    status: {
      capacity,
      allocatable: capacity,
      conditions: [
        condition('MemoryPressure', 'False', ['KubeletHasSufficientMemory', 'kubelet has sufficient memory available']),
        condition('DiskPressure', 'False', ['KubeletHasNoDiskPressure', 'kubelet has no disk pressure']),
        condition('PIDPressure', 'False', ['KubeletHasSufficientPID', 'kubelet has sufficient PID available']),
        condition('Ready', 'True', ['KubeletReady', 'kubelet is posting ready status']),
      ],
      addresses: [
        { type: 'InternalIP', address: `172.18.0.${index + 2}` },
        { type: 'Hostname', address: name },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      nodeInfo: {
        machineID: '',
        systemUUID: created.metadata.uid,
        bootID: '',
        kernelVersion: '6.1.0-kube-sim',
        osImage: 'kube-sim (simulated)',
        containerRuntimeVersion: 'containerd://2.1.4',
        kubeletVersion: releaseOf(state.version),
        kubeProxyVersion: '',
        operatingSystem: 'linux',
        architecture: 'amd64',
      },
    },
  });
}

/** The service accounts of the controllers, in `kube-system`. */
const controllerAccounts = [
  'attachdetach-controller',
  'certificate-controller',
  'clusterrole-aggregation-controller',
  'cronjob-controller',
  'daemon-set-controller',
  'deployment-controller',
  'disruption-controller',
  'endpoint-controller',
  'endpointslice-controller',
  'endpointslicemirroring-controller',
  'ephemeral-volume-controller',
  'expand-controller',
  'generic-garbage-collector',
  'horizontal-pod-autoscaler',
  'job-controller',
  'legacy-service-account-token-cleaner',
  'namespace-controller',
  'node-controller',
  'persistent-volume-binder',
  'pod-garbage-collector',
  'pv-protection-controller',
  'pvc-protection-controller',
  'replicaset-controller',
  'replication-controller',
  'resource-claim-controller',
  'resourcequota-controller',
  'root-ca-cert-publisher',
  'service-account-controller',
  'service-cidrs-controller',
  'statefulset-controller',
  'ttl-after-finished-controller',
  'ttl-controller',
  'validatingadmissionpolicy-status-controller',
  'volumeattributesclass-protection-controller',
] as const;
