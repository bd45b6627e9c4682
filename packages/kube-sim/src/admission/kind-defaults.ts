import { asArray, asObject, isObject, type JsonObject } from '../object/json-value.ts';
import { defaultPodSpec, setDefault } from './pod-defaults.ts';
import { defaultTemplateGeneration } from './template-generation.ts';

/** Sets the API's defaults in an object of a built-in kind, in place. */
export function defaultObject(storage: string, object: JsonObject): void {
  const spec = asObject(object['spec']);
  byStorage[storage]?.(isObject(object['spec']) ? spec : object, object);
}

type Defaulter = (spec: JsonObject, object: JsonObject) => void;

function defaultTemplate(spec: JsonObject): void {
  const template = asObject(spec['template']);
  if (!isObject(spec['template'])) return;
  setDefault(template, 'metadata', {});
  if (isObject(template['spec'])) defaultPodSpec(template['spec']);
}

const defaultReplicated: Defaulter = (spec) => {
  setDefault(spec, 'replicas', 1);
  defaultTemplate(spec);
};

const defaultJob: Defaulter = (spec) => {
  if (spec['completions'] === undefined && spec['parallelism'] === undefined) spec['completions'] = 1;
  setDefault(spec, 'parallelism', 1);
  setDefault(spec, 'backoffLimit', 6);
  setDefault(spec, 'completionMode', 'NonIndexed');
  setDefault(spec, 'suspend', false);
  setDefault(spec, 'manualSelector', false);
  setDefault(spec, 'podReplacementPolicy', 'TerminatingOrFailed');
  defaultTemplate(spec);
};

const byStorage: Readonly<Record<string, Defaulter>> = {
  '/pods'(spec, object) {
    defaultPodSpec(spec);
    setDefault(spec, 'enableServiceLinks', true);
    setDefault(object, 'status', {});
  },
  'apps/deployments'(spec) {
    defaultReplicated(spec, {});
    setDefault(spec, 'strategy', {});
    const strategy = asObject(spec['strategy']);
    setDefault(strategy, 'type', 'RollingUpdate');
    if (strategy['type'] === 'RollingUpdate') {
      setDefault(strategy, 'rollingUpdate', {});
      setDefault(asObject(strategy['rollingUpdate']), 'maxUnavailable', '25%');
      setDefault(asObject(strategy['rollingUpdate']), 'maxSurge', '25%');
    }
    setDefault(spec, 'revisionHistoryLimit', 10);
    setDefault(spec, 'progressDeadlineSeconds', 600);
  },
  'apps/replicasets': defaultReplicated,
  '/replicationcontrollers': defaultReplicated,
  'apps/statefulsets'(spec) {
    defaultReplicated(spec, {});
    setDefault(spec, 'podManagementPolicy', 'OrderedReady');
    setDefault(spec, 'revisionHistoryLimit', 10);
    setDefault(spec, 'serviceName', '');
    setDefault(spec, 'updateStrategy', { type: 'RollingUpdate', rollingUpdate: { partition: 0 } });
    setDefault(spec, 'persistentVolumeClaimRetentionPolicy', { whenDeleted: 'Retain', whenScaled: 'Retain' });
    for (const claim of asArray(spec['volumeClaimTemplates']).filter(isObject)) {
      setDefault(claim, 'apiVersion', 'v1');
      setDefault(claim, 'kind', 'PersistentVolumeClaim');
      setDefault(asObject(claim['spec']), 'volumeMode', 'Filesystem');
    }
  },
  'apps/daemonsets'(spec, object) {
    defaultTemplateGeneration(object);
    defaultTemplate(spec);
    setDefault(spec, 'updateStrategy', { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } });
    setDefault(spec, 'revisionHistoryLimit', 10);
  },
  'batch/jobs': defaultJob,
  'batch/cronjobs'(spec) {
    setDefault(spec, 'concurrencyPolicy', 'Allow');
    setDefault(spec, 'suspend', false);
    setDefault(spec, 'successfulJobsHistoryLimit', 3);
    setDefault(spec, 'failedJobsHistoryLimit', 1);
    const jobSpec = asObject(asObject(spec['jobTemplate'])['spec']);
    setDefault(asObject(spec['jobTemplate']), 'metadata', {});
    defaultTemplate(jobSpec);
  },
  '/services'(spec) {
    setDefault(spec, 'type', 'ClusterIP');
    setDefault(spec, 'sessionAffinity', 'None');
    for (const port of asArray(spec['ports']).filter(isObject)) {
      setDefault(port, 'protocol', 'TCP');
      setDefault(port, 'targetPort', port['port']);
    }
    if (spec['type'] === 'ExternalName') return;
    setDefault(spec, 'internalTrafficPolicy', 'Cluster');
    if (spec['type'] !== 'ClusterIP') setDefault(spec, 'externalTrafficPolicy', 'Cluster');
    if (spec['type'] === 'LoadBalancer') setDefault(spec, 'allocateLoadBalancerNodePorts', true);
  },
  '/secrets'(_, object) {
    setDefault(object, 'type', 'Opaque');
    const texts = asObject(object['stringData']);
    if (!isObject(object['stringData'])) return;
    setDefault(object, 'data', {});
    for (const [name, text] of Object.entries(texts)) {
      asObject(object['data'])[name] = Buffer.from(String(text)).toString('base64');
    }
    delete object['stringData'];
  },
  '/persistentvolumeclaims'(spec, object) {
    setDefault(spec, 'volumeMode', 'Filesystem');
    setDefault(object, 'status', { phase: 'Pending' });
  },
  '/persistentvolumes'(spec, object) {
    setDefault(spec, 'volumeMode', 'Filesystem');
    setDefault(spec, 'persistentVolumeReclaimPolicy', 'Retain');
    if (isObject(spec['hostPath'])) setDefault(spec['hostPath'], 'type', '');
    setDefault(object, 'status', { phase: 'Pending' });
  },
  '/limitranges'(spec) {
    for (const limit of asArray(spec['limits']).filter(isObject))
      if (limit['type'] === 'Container') defaultLimit(limit);
  },
  '/namespaces'(_, object) {
    setDefault(object, 'spec', {});
    setDefault(object, 'status', { phase: 'Active' });
    const metadata = asObject(object['metadata']);
    setDefault(metadata, 'labels', {});
    asObject(metadata['labels'])['kubernetes.io/metadata.name'] = metadata['name'];
  },
  'storage.k8s.io/storageclasses'(_, object) {
    setDefault(object, 'reclaimPolicy', 'Delete');
    setDefault(object, 'volumeBindingMode', 'Immediate');
  },
  'networking.k8s.io/networkpolicies'(spec) {
    setDefault(spec, 'policyTypes', asArray(spec['egress']).length === 0 ? ['Ingress'] : ['Ingress', 'Egress']);
  },
  'autoscaling/horizontalpodautoscalers'(spec) {
    setDefault(spec, 'minReplicas', 1);
    const target = { type: 'Utilization', averageUtilization: 80 };
    setDefault(spec, 'metrics', [{ type: 'Resource', resource: { name: 'cpu', target } }]);
  },
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': (_, object) => defaultWebhooks(object, true),
  'admissionregistration.k8s.io/validatingwebhookconfigurations': (_, object) => defaultWebhooks(object, false),
  'rbac.authorization.k8s.io/rolebindings': (_, object) => defaultSubjects(object),
  'rbac.authorization.k8s.io/clusterrolebindings': (_, object) => defaultSubjects(object),
};

function defaultWebhooks(object: JsonObject, isMutating: boolean): void {
  for (const webhook of asArray(object['webhooks']).filter(isObject)) {
    setDefault(webhook, 'failurePolicy', 'Fail');
    setDefault(webhook, 'matchPolicy', 'Equivalent');
    setDefault(webhook, 'namespaceSelector', {});
    setDefault(webhook, 'objectSelector', {});
    setDefault(webhook, 'timeoutSeconds', 10);
    if (isMutating) setDefault(webhook, 'reinvocationPolicy', 'Never');
    const { service } = asObject(webhook['clientConfig']);
    if (isObject(service)) setDefault(service, 'port', 443);
    for (const rule of asArray(webhook['rules']).filter(isObject)) setDefault(rule, 'scope', '*');
  }
}

/** A limit defaults to the maximum, a request to the limit, else to the minimum. */
function defaultLimit(limit: JsonObject): void {
  for (const [from, to] of [
    ['max', 'default'],
    ['default', 'defaultRequest'],
    ['min', 'defaultRequest'],
  ] as const) {
    if (!isObject(limit[from])) continue;
    setDefault(limit, to, {});
    for (const [name, value] of Object.entries(limit[from])) setDefault(asObject(limit[to]), name, value);
  }
}

function defaultSubjects(object: JsonObject): void {
  for (const subject of asArray(object['subjects']).filter(isObject)) {
    if (subject['kind'] !== 'ServiceAccount') setDefault(subject, 'apiGroup', 'rbac.authorization.k8s.io');
  }
  setDefault(asObject(object['roleRef']), 'apiGroup', 'rbac.authorization.k8s.io');
}
