import { splitGroup, splitIdentifier } from '../search/split-identifier.ts';
import { operatorPurposes } from './operator-purposes.ts';

type Rule = readonly [name: string, words: readonly string[]];

/** Categories of a kind, by words of its name and of its group. */
const categoryRules: readonly Rule[] = [
  [
    'database',
    [
      'postgresql',
      'postgres',
      'mysql',
      'mariadb',
      'mongodb',
      'cassandra',
      'cockroachdb',
      'rds',
      'sql',
      'database',
      'dynamodb',
      'elasticsearch',
      'opensearch',
      'tidb',
      'clickhouse',
      'couchbase',
      'spanner',
    ],
  ],
  ['cache', ['redis', 'memcached', 'elasticache', 'valkey', 'dragonfly', 'memorystore']],
  [
    'messaging',
    ['kafka', 'rabbitmq', 'nats', 'pulsar', 'sqs', 'sns', 'queue', 'topic', 'pubsub', 'amqp', 'mq', 'eventbus'],
  ],
  ['object storage', ['bucket', 's3', 'minio', 'objectstore', 'blob']],
  ['storage', ['volume', 'storage', 'ceph', 'ebs', 'efs', 'filesystem', 'snapshot', 'longhorn', 'persistent']],
  ['backup', ['backup', 'restore', 'velero', 'snapshot']],
  ['certificates', ['certificate', 'issuer', 'acme', 'tls', 'acm']],
  ['secrets', ['secret', 'secrets', 'vault', 'kms', 'sealed']],
  [
    'access control',
    ['role', 'rolebinding', 'rbac', 'iam', 'permission', 'serviceaccount', 'oidc', 'authorization', 'authentication'],
  ],
  ['ingress', ['ingress', 'gateway', 'route', 'httproxy', 'virtual', 'middleware']],
  ['load balancing', ['balancer', 'elb', 'elbv2', 'lb', 'loadbalancer', 'target']],
  [
    'networking',
    ['network', 'networking', 'vpc', 'subnet', 'cilium', 'istio', 'dns', 'route53', 'service', 'endpoint', 'mesh'],
  ],
  ['dns', ['dns', 'route53', 'zone', 'record']],
  ['autoscaling', ['autoscaler', 'autoscaling', 'scaler', 'scaled', 'keda', 'karpenter']],
  [
    'monitoring',
    [
      'monitor',
      'monitoring',
      'prometheus',
      'alertmanager',
      'grafana',
      'metric',
      'thanos',
      'probe',
      'alert',
      'cloudwatch',
    ],
  ],
  ['logging', ['log', 'logging', 'fluent', 'fluentbit', 'loki', 'flow']],
  ['tracing', ['tracing', 'jaeger', 'opentelemetry', 'telemetry', 'tempo']],
  ['gitops', ['argocd', 'kustomization', 'kustomize', 'gitrepository', 'fluxcd', 'git', 'application']],
  ['continuous delivery', ['rollout', 'canary', 'pipeline', 'pipelinerun', 'tekton', 'helm', 'delivery']],
  ['workflow', ['workflow', 'task', 'pipeline', 'dag']],
  ['policy', ['policy', 'constraint', 'kyverno', 'gatekeeper', 'admission', 'quota']],
  ['serverless', ['knative', 'lambda', 'function', 'serving', 'revision']],
  ['workload', ['deployment', 'pod', 'daemon', 'stateful', 'replica', 'job', 'cron']],
  ['compute', ['instance', 'machine', 'node', 'nodepool', 'ec2', 'vm', 'virtualmachine', 'cluster']],
  ['configuration', ['config', 'configmap', 'configuration', 'environment']],
];

/** Provider of a group, by suffix of its name; the longest match wins. */
const providerRules: readonly Rule[] = [
  ['aws', ['aws.upbound.io', 'services.k8s.aws', 'aws.crossplane.io', 'karpenter.k8s.aws']],
  ['gcp', ['gcp.upbound.io', 'cnrm.cloud.google.com', 'gcp.crossplane.io', 'gke.io']],
  ['azure', ['azure.upbound.io', 'azure.com', 'azure.crossplane.io']],
  ['cert-manager', ['cert-manager.io']],
  ['cloudnative-pg', ['cnpg.io']],
  ['zalando', ['zalan.do']],
  ['argo', ['argoproj.io']],
  ['flux', ['toolkit.fluxcd.io']],
  ['prometheus', ['monitoring.coreos.com']],
  ['gateway-api', ['gateway.networking.k8s.io']],
  ['cluster-api', ['cluster.x-k8s.io']],
  ['elastic', ['k8s.elastic.co']],
  ['crossplane', ['crossplane.io']],
  ['csi', ['snapshot.storage.k8s.io']],
];

const builtIn =
  /^$|^[a-z]+$|^(?:[a-z]+\.)?(?:k8s|kubernetes)\.io$|^[a-z.]+\.apiserver\.k8s\.io$|^(?:rbac\.authorization)\.k8s\.io$/;

/** Returns the categories of a kind by rule. */
export function categoriesOf({ group, kind }: { readonly group: string; readonly kind: string }): readonly string[] {
  const words = new Set([...splitIdentifier(kind), ...splitGroup(group)].flatMap((word) => [word, singularOf(word)]));
  return categoryRules.filter(([, known]) => known.some((word) => words.has(word))).map(([name]) => name);
}

/** Returns the provider of a group by rule; without a rule, the group's own name. */
export function providerOf(group: string): string {
  const [fits] = providerRules
    .flatMap(([name, ends]) => ends.map((end) => ({ name, end })))
    .filter(({ end }) => group === end || group.endsWith(`.${end}`))
    .toSorted((one, other) => other.end.length - one.end.length);
  if (fits) return fits.name;
  return builtIn.test(group) ? 'kubernetes' : (splitGroup(group).at(-1) ?? group);
}

/** Changes when the rules or purposes do, so that stored indexes are derived again. */
export const capabilityRulesVersion = 2;

/** Ends of names of kinds that a controller creates or that record something. */
const recordSuffix = /(?:Request|Revision|Run|State|Status|Report|Attachment|Association|Result|Slice)s?$/;

/**
 * Returns true for a kind that people rarely create: one whose name extends that of another kind of its group, ends
 * like a record, or is not among the main kinds of a known group.
 */
export function isAuxiliary(
  { group, kind }: { readonly group: string; readonly kind: string },
  names: readonly string[],
): boolean {
  if (operatorPurposes.has(group) || recordSuffix.test(kind)) return true;
  return names.some(
    (name) => kind.length > name.length && kind.startsWith(name) && /[A-Z]/.test(kind.charAt(name.length)),
  );
}

function singularOf(word: string): string {
  return word.replace(/(?<=[^s])s$/, '');
}
