import { asArray, asObject, asString, scalarToText, valueAt } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { parseQuantity } from '../object/quantity.ts';
import { ageColumn, column, type Column, count, createdAtColumn, nameColumn, wide } from './column.ts';

const text =
  (...path: readonly string[]) =>
  (object: KubeObject) =>
    scalarToText(valueAt(object, path), '<none>');
const flag =
  (...path: readonly string[]) =>
  (object: KubeObject) =>
    valueAt(object, path) === true;

function containers(field: 'name' | 'image', ...path: readonly string[]) {
  return (object: KubeObject) =>
    asArray(valueAt(object, [...path, 'containers']))
      .map((each) => asString(asObject(each)[field]))
      .join(',');
}

function pairs(...path: readonly string[]) {
  return (object: KubeObject) =>
    Object.entries(asObject(valueAt(object, path)))
      .map(([name, value]) => `${name}=${asString(value)}`)
      .join(',') || '<none>';
}

const template = ['spec', 'template', 'spec'] as const;

/** The columns of rarely listed kinds, by storage. */
export const rareColumns: Readonly<Record<string, readonly Column[]>> = {
  '/componentstatuses': [
    nameColumn,
    column('Status', () => 'Healthy'),
    column('Message', () => 'ok'),
    column('Error', () => ''),
  ],
  '/podtemplates': [
    nameColumn,
    column('Containers', containers('name', 'template', 'spec')),
    column('Images', containers('image', 'template', 'spec')),
    column('Pod Labels', pairs('template', 'metadata', 'labels')),
  ],
  '/replicationcontrollers': [
    nameColumn,
    count('Desired', (object) => valueAt(object, ['spec', 'replicas'])),
    count('Current', (object) => valueAt(object, ['status', 'replicas'])),
    count('Ready', (object) => valueAt(object, ['status', 'readyReplicas'])),
    ageColumn,
    wide('Containers', containers('name', ...template)),
    wide('Images', containers('image', ...template)),
    wide('Selector', pairs('spec', 'selector')),
  ],
  'networking.k8s.io/ipaddresses': [
    nameColumn,
    column('ParentRef', (object) => {
      const { group, resource, namespace, name } = asObject(valueAt(object, ['spec', 'parentRef']));
      const kind = [resource, group].map((each) => asString(each)).filter((each) => each !== '');
      return [kind.join('.'), asString(namespace), asString(name)].filter((each) => each !== '').join('/');
    }),
  ],
  'networking.k8s.io/servicecidrs': [
    nameColumn,
    column('CIDRs', (object) => asArray(valueAt(object, ['spec', 'cidrs'])).join(',')),
    ageColumn,
  ],
  'storage.k8s.io/csidrivers': [
    nameColumn,
    column('AttachRequired', (object) => valueAt(object, ['spec', 'attachRequired']) !== false, { type: 'boolean' }),
    column('PodInfoOnMount', flag('spec', 'podInfoOnMount'), { type: 'boolean' }),
    column('StorageCapacity', flag('spec', 'storageCapacity'), { type: 'boolean' }),
    column('TokenRequests', (object) => {
      const audiences = asArray(valueAt(object, ['spec', 'tokenRequests'])).map((each) =>
        asString(asObject(each)['audience']),
      );
      return audiences.join(',') || '<unset>';
    }),
    column('RequiresRepublish', flag('spec', 'requiresRepublish'), { type: 'boolean' }),
    column('Modes', (object) => asArray(valueAt(object, ['spec', 'volumeLifecycleModes'])).join(',') || 'Persistent'),
    ageColumn,
  ],
  'storage.k8s.io/csinodes': [
    nameColumn,
    count('Drivers', (object) => asArray(valueAt(object, ['spec', 'drivers'])).length),
    ageColumn,
  ],
  'storage.k8s.io/csistoragecapacities': [nameColumn, createdAtColumn],
  'storage.k8s.io/volumeattachments': [
    nameColumn,
    column('Attacher', text('spec', 'attacher'), { format: 'name' }),
    column('PV', text('spec', 'source', 'persistentVolumeName')),
    column('Node', text('spec', 'nodeName')),
    column('Attached', flag('status', 'attached'), { type: 'boolean' }),
    ageColumn,
  ],
  'storage.k8s.io/volumeattributesclasses': [nameColumn, column('DriverName', text('driverName')), ageColumn],
  'admissionregistration.k8s.io/validatingadmissionpolicies': [
    nameColumn,
    count('Validations', (object) => asArray(valueAt(object, ['spec', 'validations'])).length),
    column('ParamKind', (object) => {
      const { apiVersion, kind } = asObject(valueAt(object, ['spec', 'paramKind']));
      return kind === undefined ? '<unset>' : `${asString(apiVersion)}/${asString(kind)}`;
    }),
    ageColumn,
  ],
  'admissionregistration.k8s.io/validatingadmissionpolicybindings': [
    nameColumn,
    column('PolicyName', text('spec', 'policyName')),
    column('ParamRef', (object) => scalarToText(valueAt(object, ['spec', 'paramRef', 'name']), '<unset>')),
    ageColumn,
  ],
  'resource.k8s.io/resourceclaims': [
    nameColumn,
    column('State', (object) => (valueAt(object, ['status', 'allocation']) === undefined ? 'pending' : 'allocated')),
    ageColumn,
  ],
  'resource.k8s.io/resourceslices': [
    nameColumn,
    column('Node', text('spec', 'nodeName')),
    column('Driver', text('spec', 'driver')),
    column('Pool', text('spec', 'pool', 'name')),
    ageColumn,
  ],
  'flowcontrol.apiserver.k8s.io/flowschemas': [
    nameColumn,
    column('PriorityLevel', text('spec', 'priorityLevelConfiguration', 'name')),
    column('MatchingPrecedence', text('spec', 'matchingPrecedence')),
    column('DistinguisherMethod', text('spec', 'distinguisherMethod', 'type')),
    ageColumn,
    column('MissingPL', () => 'False'),
  ],
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': [
    nameColumn,
    column('Type', text('spec', 'type')),
    column('NominalConcurrencyShares', text('spec', 'limited', 'nominalConcurrencyShares')),
    column('Queues', text('spec', 'limited', 'limitResponse', 'queuing', 'queues')),
    column('HandSize', text('spec', 'limited', 'limitResponse', 'queuing', 'handSize')),
    column('QueueLengthLimit', text('spec', 'limited', 'limitResponse', 'queuing', 'queueLengthLimit')),
    ageColumn,
  ],
};

/** The usage of a node, or of all containers of a pod. */
function used(object: KubeObject, name: 'cpu' | 'memory'): number {
  const parts = object['containers'] === undefined ? [object] : asArray(object['containers']);
  return parts.reduce<number>((sum, part) => sum + (parseQuantity(asObject(asObject(part)['usage'])[name]) ?? 0), 0);
}

/** The columns of pod and node metrics. */
export const metricsColumns: readonly Column[] = [
  nameColumn,
  column('cpu', (object) => `${Math.round(used(object, 'cpu') * 1e9)}n`),
  column('memory', (object) => `${Math.round(used(object, 'memory') / 2 ** 10)}Ki`),
  column('Window', (object) => scalarToText(object['window'])),
];
