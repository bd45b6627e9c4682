import { invalidValue, requiredValue, unsupportedValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, asString, isObject, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { toLabelTest } from '../selectors/label-selector.ts';
import { checkNotNegative, forbiddenField } from './field-rules.ts';
import { validateAutoscaler } from './validate-autoscaler.ts';
import { validateConfigMap, validateSecret } from './validate-config.ts';
import { validateCronJob } from './validate-cron-job.ts';
import { validateIngress } from './validate-ingress.ts';
import { validateClaim, validateDisruptionBudget, validateLimitRange, validateQuota } from './validate-limits.ts';
import { validateLabelsAndAnnotations } from './validate-names.ts';
import { validateNetworkPolicy } from './validate-network-policy.ts';
import { validatePodSpec } from './validate-pod-spec.ts';
import { validateBinding, validateRole } from './validate-roles.ts';
import { validateService } from './validate-service.ts';

type Validator = (spec: JsonObject, object: KubeObject) => readonly StatusCause[];

const validators: Readonly<Record<string, Validator>> = {
  '/pods': (spec) => validatePodSpec(spec, 'spec'),
  'apps/deployments': (spec) => validateWorkload(spec, 'deployment'),
  'apps/replicasets': (spec) => validateWorkload(spec, 'replicaset'),
  'apps/statefulsets': (spec) => validateWorkload(spec, 'statefulset'),
  'apps/daemonsets': (spec) => validateWorkload(spec, 'daemonset'),
  'batch/jobs': (spec) => validateJob(spec, 'spec'),
  'batch/cronjobs': (spec, { metadata }) => [
    ...validateCronJob(asString(metadata.name), spec),
    ...validateJob(asObject(asObject(spec['jobTemplate'])['spec']), 'spec.jobTemplate.spec'),
  ],
  '/services': validateService,
  '/configmaps': (_, object) => validateConfigMap(object),
  '/secrets': (_, object) => validateSecret(object),
  '/persistentvolumeclaims': (spec) => validateClaim(spec),
  '/resourcequotas': validateQuota,
  '/limitranges': validateLimitRange,
  'autoscaling/horizontalpodautoscalers': validateAutoscaler,
  'networking.k8s.io/networkpolicies': validateNetworkPolicy,
  'networking.k8s.io/ingresses': validateIngress,
  'policy/poddisruptionbudgets': validateDisruptionBudget,
  'rbac.authorization.k8s.io/rolebindings': (_, object) => validateBinding(object, ['Role', 'ClusterRole']),
  'rbac.authorization.k8s.io/clusterrolebindings': (_, object) => validateBinding(object, ['ClusterRole']),
  'rbac.authorization.k8s.io/roles': (_, object) => validateRole(object, true),
  'rbac.authorization.k8s.io/clusterroles': (_, object) => validateRole(object, false),
  'storage.k8s.io/storageclasses': (_, { provisioner }) =>
    asString(provisioner) === '' ? [requiredValue('provisioner')] : [],
  'scheduling.k8s.io/priorityclasses': (_, { metadata, value }) => validatePriority(metadata.name, value),
};

/** Checks an object of a built-in kind beyond its schema, with the causes in the API server's order. */
export function validateKind(storage: string, object: KubeObject): readonly StatusCause[] {
  return validators[storage]?.(asObject(object['spec']), object) ?? [];
}

function validatePriority(name: string, value: unknown): readonly StatusCause[] {
  if (Number(value) <= 1_000_000_000 || name.startsWith('system-')) return [];
  return [forbiddenField('value', 'maximum allowed value of a user defined priority is 1000000000')];
}

function validateWorkload(spec: JsonObject, kind: string): readonly StatusCause[] {
  const template = asObject(spec['template']);
  const labels = asObject(asObject(template['metadata'])['labels']) as Record<string, string>;
  const selector = spec['selector'];
  const causes: StatusCause[] = [...checkNotNegative(spec, ['replicas', 'minReadySeconds'], 'spec')];
  const isEmpty = isObject(selector) && !Object.values(selector).some((part) => Object.keys(part ?? {}).length > 0);
  if (!isObject(selector)) causes.push(requiredValue('spec.selector'));
  else if (isEmpty) causes.push(invalidValue('spec.selector', selector, `empty selector is invalid for ${kind}`));
  else if (!toLabelTest(selector)(labels))
    causes.push(invalidValue('spec.template.metadata.labels', labels, '`selector` does not match template `labels`'));
  const claims = asArray(spec['volumeClaimTemplates']).map((claim) => ({
    name: asObject(asObject(claim)['metadata'])['name'],
  }));
  const podSpec = asObject(template['spec']);
  const given = asArray(podSpec['volumes']);
  const names = new Set(given.map((volume) => asObject(volume)['name']));
  const volumes = [...given, ...claims.filter(({ name }) => !names.has(name))];
  causes.push(...validateTemplate({ ...template, spec: { ...podSpec, volumes } }, 'spec.template'));
  const policy = podSpec['restartPolicy'];
  if (policy !== undefined && policy !== 'Always')
    causes.push(unsupportedValue('spec.template.spec.restartPolicy', policy, ['Always']));
  return causes;
}

function validateTemplate(template: JsonObject, path: string): readonly StatusCause[] {
  return [
    ...validateLabelsAndAnnotations(asObject(template['metadata']), path),
    ...validatePodSpec(asObject(template['spec']), `${path}.spec`),
  ];
}

const counts = ['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished'];

function validateJob(spec: JsonObject, path: string): readonly StatusCause[] {
  const template = asObject(spec['template']);
  const policy = asObject(template['spec'])['restartPolicy'];
  const causes = [...checkNotNegative(spec, counts, path), ...validateTemplate(template, `${path}.template`)];
  const field = `${path}.template.spec.restartPolicy`;
  if (policy === 'Always' || policy === undefined)
    causes.push(requiredValue(field, 'valid values: "OnFailure", "Never"'));
  return causes;
}
