import { checkNotNegative, forbiddenField } from './field-rules.ts';
import { validateConfigMap, validateSecret } from './validate-config.ts';
import { validateClaim, validateDisruptionBudget, validateLimitRange, validateQuota } from './validate-limits.ts';
import { validateLabelsAndAnnotations } from './validate-names.ts';
import { validateIngress, validateNetworkPolicy, validateService } from './validate-networking.ts';
import { validatePodSpec } from './validate-pod-spec.ts';
import { isTimeZone, parseCronSchedule } from '../clock/cron-schedule.ts';
import { invalidValue, requiredValue, unsupportedValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, asString, isObject, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { parseQuantity } from '../object/quantity.ts';
import { toLabelTest } from '../selectors/selectors.ts';

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

/** Validates an object of a built-in kind beyond its schema; the causes come in the API server's order. */
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

/** Checks a HorizontalPodAutoscaler. */
function validateAutoscaler(spec: JsonObject): readonly StatusCause[] {
  const [minimum, maximum] = [Number(spec['minReplicas'] ?? 1), Number(spec['maxReplicas'])];
  const causes: StatusCause[] = [];
  if (minimum < 1) causes.push(invalidValue('spec.minReplicas', minimum, 'must be greater than or equal to 1'));
  if (maximum < 1) causes.push(invalidValue('spec.maxReplicas', maximum, 'must be greater than 0'));
  if (maximum < minimum)
    causes.push(invalidValue('spec.maxReplicas', maximum, 'must be greater than or equal to `minReplicas`'));
  const { kind, name: target, apiVersion } = asObject(spec['scaleTargetRef']);
  if (asString(kind) === '') causes.push(requiredValue('spec.scaleTargetRef.kind'));
  if (asString(target) === '') causes.push(requiredValue('spec.scaleTargetRef.name'));
  if (asString(apiVersion) === '')
    causes.push(invalidValue('spec.scaleTargetRef.apiVersion', '', 'apiVersion must specify API group'));
  for (const [index, metric] of asArray(spec['metrics']).entries()) {
    for (const name of ['resource', 'containerResource']) {
      const target = asObject(asObject(asObject(metric)[name])['target']);
      causes.push(...validateTarget(target, `spec.metrics[${index}].${name}.target`));
    }
  }
  return causes;
}

function validateTarget({ averageUtilization, averageValue }: JsonObject, at: string): readonly StatusCause[] {
  if (typeof averageUtilization === 'number' && averageUtilization < 1)
    return [invalidValue(`${at}.averageUtilization`, averageUtilization, 'must be greater than 0')];
  if (averageValue !== undefined && !((parseQuantity(averageValue) ?? 0) > 0))
    return [invalidValue(`${at}.averageValue`, averageValue, 'must be positive')];
  return [];
}

const policies = ['Allow', 'Forbid', 'Replace'];
const longestName = 52;

/** Checks a CronJob except its template. */
function validateCronJob(name: string, spec: JsonObject): readonly StatusCause[] {
  const { schedule, timeZone, concurrencyPolicy, startingDeadlineSeconds } = spec;
  const causes: StatusCause[] = [];
  if (name.length > longestName)
    causes.push(invalidValue('metadata.name', name, `must be no more than ${longestName} characters`));
  if (typeof schedule !== 'string' || schedule === '') causes.push(requiredValue('spec.schedule'));
  else if (/TZ/.test(schedule))
    causes.push(
      invalidValue('spec.schedule', schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'),
    );
  else causes.push(...validateSchedule(schedule));
  if (typeof timeZone === 'string' && !isTimeZone(timeZone))
    causes.push(invalidValue('spec.timeZone', timeZone, `unknown time zone ${timeZone}`));
  if (typeof concurrencyPolicy === 'string' && !policies.includes(concurrencyPolicy))
    causes.push(unsupportedValue('spec.concurrencyPolicy', concurrencyPolicy, policies));
  if (typeof startingDeadlineSeconds === 'number' && startingDeadlineSeconds < 0)
    causes.push(
      invalidValue('spec.startingDeadlineSeconds', startingDeadlineSeconds, 'must be greater than or equal to 0'),
    );
  return causes;
}

function validateSchedule(schedule: string): readonly StatusCause[] {
  try {
    parseCronSchedule(schedule);
    return [];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [invalidValue('spec.schedule', schedule, error.message)];
  }
}

const group = 'rbac.authorization.k8s.io';

/** Checks a binding; only a RoleBinding may refer to a Role. */
function validateBinding(binding: JsonObject, roleKinds: readonly string[]): readonly StatusCause[] {
  const { apiGroup, kind, name } = asObject(binding['roleRef']);
  const causes: StatusCause[] = [];
  if (apiGroup !== undefined && apiGroup !== group)
    causes.push(unsupportedValue('roleRef.apiGroup', apiGroup, [group]));
  if (!roleKinds.includes(String(kind))) causes.push(unsupportedValue('roleRef.kind', kind ?? '', roleKinds));
  if (asString(name) === '') causes.push(requiredValue('roleRef.name'));
  return [...causes, ...asArray(binding['subjects']).flatMap((each, index) => validateSubject(asObject(each), index))];
}

const subjectGroups: Readonly<Record<string, string>> = { ServiceAccount: '', User: group, Group: group };

function validateSubject({ kind, name, apiGroup, namespace }: JsonObject, index: number): readonly StatusCause[] {
  const at = `subjects[${index}]`;
  const wanted = subjectGroups[String(kind)];
  const causes: StatusCause[] = [];
  if (asString(name) === '') causes.push(requiredValue(`${at}.name`));
  if (wanted === undefined)
    causes.push(unsupportedValue(`${at}.kind`, kind ?? '', ['ServiceAccount', 'User', 'Group']));
  else if (apiGroup !== undefined && apiGroup !== wanted)
    causes.push(unsupportedValue(`${at}.apiGroup`, apiGroup, [wanted]));
  if (kind === 'ServiceAccount' && asString(namespace) === '') causes.push(requiredValue(`${at}.namespace`));
  return causes;
}

/** Checks the rules of a role. */
function validateRole(role: JsonObject, isNamespaced: boolean): readonly StatusCause[] {
  return asArray(role['rules']).flatMap((rule, index) => {
    const at = `rules[${index}]`;
    const { verbs, apiGroups, resources, nonResourceURLs } = asObject(rule);
    const isEmpty = (list: unknown) => asArray(list).length === 0;
    const causes: StatusCause[] = [];
    if (isEmpty(verbs)) causes.push(requiredValue(`${at}.verbs`, 'verbs must contain at least one value'));
    if (!isNamespaced && !isEmpty(nonResourceURLs)) return causes;
    if (isEmpty(apiGroups))
      causes.push(requiredValue(`${at}.apiGroups`, 'resource rules must supply at least one api group'));
    if (isEmpty(resources))
      causes.push(requiredValue(`${at}.resources`, 'resource rules must supply at least one resource'));
    return causes;
  });
}
