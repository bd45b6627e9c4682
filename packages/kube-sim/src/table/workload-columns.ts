import { asArray, asObject, asString, type JsonObject, scalarToText, valueAt } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { formatLabelSelector } from '../selectors/selectors.ts';
import { ageColumn, column, count, nameColumn, wide, type Column } from './column.ts';
import { formatAge, formatDuration } from './duration.ts';

const spec = (object: KubeObject): JsonObject => asObject(object['spec']);
const status = (object: KubeObject): JsonObject => asObject(object['status']);

function containersOf(object: KubeObject, path: readonly string[]): readonly JsonObject[] {
  return asArray(valueAt(object, [...path, 'containers'])).map(asObject);
}

function templateColumns(path: readonly string[] = ['spec', 'template', 'spec']): readonly Column[] {
  const join = (field: string) => (object: KubeObject) =>
    containersOf(object, path)
      .map((each) => asString(each[field]))
      .join(',');
  return [wide('Containers', join('name')), wide('Images', join('image'))];
}

const selectorColumn = wide('Selector', (object) => formatLabelSelector(spec(object)['selector']) || '<none>');

export const deploymentColumns: readonly Column[] = [
  nameColumn,
  column(
    'Ready',
    (object) => `${Number(status(object)['readyReplicas'] ?? 0)}/${Number(spec(object)['replicas'] ?? 1)}`,
  ),
  column('Up-to-date', (object) => Number(status(object)['updatedReplicas'] ?? 0)),
  column('Available', (object) => Number(status(object)['availableReplicas'] ?? 0)),
  ageColumn,
  ...templateColumns(),
  selectorColumn,
];

export const replicaSetColumns: readonly Column[] = [
  nameColumn,
  count('Desired', (object) => spec(object)['replicas']),
  count('Current', (object) => status(object)['replicas']),
  count('Ready', (object) => status(object)['readyReplicas']),
  ageColumn,
  ...templateColumns(),
  selectorColumn,
];

export const statefulSetColumns: readonly Column[] = [
  nameColumn,
  column(
    'Ready',
    (object) => `${Number(status(object)['readyReplicas'] ?? 0)}/${Number(spec(object)['replicas'] ?? 1)}`,
  ),
  ageColumn,
  ...templateColumns(),
];

export const daemonSetColumns: readonly Column[] = [
  nameColumn,
  count('Desired', (object) => status(object)['desiredNumberScheduled']),
  count('Current', (object) => status(object)['currentNumberScheduled']),
  count('Ready', (object) => status(object)['numberReady']),
  count('Up-to-date', (object) => status(object)['updatedNumberScheduled']),
  count('Available', (object) => status(object)['numberAvailable']),
  column('Node Selector', (object) => {
    const pairs = Object.entries(asObject(valueAt(object, ['spec', 'template', 'spec', 'nodeSelector'])));
    return pairs.map(([name, value]) => `${name}=${asString(value)}`).join(',') || '<none>';
  }),
  ageColumn,
  ...templateColumns(),
  selectorColumn,
];

function jobStatus(job: KubeObject): string {
  const conditions = asArray(status(job)['conditions']).map(asObject);
  const has = (type: string) => conditions.some((each) => each['type'] === type && each['status'] === 'True');
  if (has('Complete')) return 'Complete';
  if (has('Failed')) return 'Failed';
  if (job.metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (has('Suspended')) return 'Suspended';
  return has('FailureTarget') ? 'FailureTarget' : has('SuccessCriteriaMet') ? 'SuccessCriteriaMet' : 'Running';
}

function jobCompletions(job: KubeObject): string {
  const { completions, parallelism } = spec(job);
  const succeeded = Number(status(job)['succeeded'] ?? 0);
  if (completions !== undefined && completions !== null) return `${succeeded}/${Number(completions)}`;
  return Number(parallelism ?? 1) > 1 ? `${succeeded}/1 of ${Number(parallelism)}` : `${succeeded}/1`;
}

export const jobColumns: readonly Column[] = [
  nameColumn,
  column('Status', jobStatus),
  column('Completions', jobCompletions),
  column('Duration', (job, now) => {
    const { startTime, completionTime } = status(job);
    if (typeof startTime !== 'string') return '';
    const end = typeof completionTime === 'string' ? Date.parse(completionTime) : now;
    return formatDuration(end - Date.parse(startTime));
  }),
  ageColumn,
  ...templateColumns(),
  selectorColumn,
];

export const cronJobColumns: readonly Column[] = [
  nameColumn,
  column('Schedule', (object) => spec(object)['schedule']),
  column('Timezone', (object) => spec(object)['timeZone'] ?? '<none>'),
  column('Suspend', (object) => (spec(object)['suspend'] === true ? 'True' : 'False'), { type: 'boolean' }),
  count('Active', (object) => asArray(status(object)['active']).length),
  column('Last Schedule', (object, now) =>
    status(object)['lastScheduleTime'] === undefined ? '<none>' : formatAge(status(object)['lastScheduleTime'], now),
  ),
  ageColumn,
  ...templateColumns(['spec', 'jobTemplate', 'spec', 'template', 'spec']),
  wide(
    'Selector',
    (object) => formatLabelSelector(valueAt(object, ['spec', 'jobTemplate', 'spec', 'selector'])) || '<none>',
  ),
];

function formatMetric(spec_: JsonObject, current: JsonObject | undefined): string {
  const type = asString(spec_['type']);
  const resource = asObject(spec_[`${type.charAt(0).toLowerCase()}${type.slice(1)}`]);
  const target = asObject(resource['target']);
  const now = asObject(asObject(current?.[type.toLowerCase()])['current']);
  const name = asString(resource['name']) || asString(asObject(resource['metric'])['name']);
  if (target['averageUtilization'] !== undefined) {
    const actual = now['averageUtilization'] === undefined ? '<unknown>' : `${Number(now['averageUtilization'])}%`;
    return `${name}: ${actual}/${Number(target['averageUtilization'])}%`;
  }
  return `${name}: ${asString(now['averageValue']) || '<unknown>'}/${asString(target['averageValue'] ?? target['value'])}`;
}

export const autoscalerColumns: readonly Column[] = [
  nameColumn,
  column('Reference', (object) => {
    const { kind, name } = asObject(spec(object)['scaleTargetRef']);
    return `${asString(kind)}/${asString(name)}`;
  }),
  column('Targets', (object) => {
    const current = asArray(status(object)['currentMetrics']).map(asObject);
    const metrics = asArray(spec(object)['metrics']).map((metric, index) =>
      formatMetric(asObject(metric), current[index]),
    );
    return metrics.join(', ') || '<none>';
  }),
  column('MinPods', (object) => scalarToText(spec(object)['minReplicas'], '<unset>')),
  column('MaxPods', (object) => Number(spec(object)['maxReplicas'] ?? 0)),
  column('Replicas', (object) => Number(status(object)['currentReplicas'] ?? 0)),
  ageColumn,
];

export const disruptionBudgetColumns: readonly Column[] = [
  nameColumn,
  column('Min Available', (object) => scalarToText(spec(object)['minAvailable'], 'N/A')),
  column('Max Unavailable', (object) => scalarToText(spec(object)['maxUnavailable'], 'N/A')),
  count('Allowed Disruptions', (object) => status(object)['disruptionsAllowed']),
  ageColumn,
];

export const controllerRevisionColumns: readonly Column[] = [
  nameColumn,
  column('Controller', ({ metadata }) => {
    const owner = metadata.ownerReferences?.find(({ controller }) => controller);
    if (!owner) return '<none>';
    const [group = ''] = owner.apiVersion.split('/');
    return `${owner.kind.toLowerCase()}.${group}/${owner.name}`;
  }),
  column('Revision', (object) => Number(object['revision'] ?? 0)),
  ageColumn,
];
