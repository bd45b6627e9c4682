import { findCondition } from '../object/conditions.ts';
import { asArray, asObject, asString, type JsonObject, scalarToText } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { formatLabelSelector } from '../selectors/selectors.ts';
import { ageColumn, column, count, createdAtColumn, nameColumn, wide, type Column } from './column.ts';

const spec = (object: KubeObject): JsonObject => asObject(object['spec']);
const status = (object: KubeObject): JsonObject => asObject(object['status']);

function subjects(kind: string) {
  return (binding: KubeObject) =>
    asArray(binding['subjects'])
      .map(asObject)
      .filter((subject) => subject['kind'] === kind)
      .map(({ namespace, name }) =>
        kind === 'ServiceAccount' ? `${asString(namespace)}/${asString(name)}` : asString(name),
      )
      .join(', ');
}

const bindingColumns: readonly Column[] = [
  nameColumn,
  column('Role', (binding) => {
    const { kind, name } = asObject(binding['roleRef']);
    return `${asString(kind)}/${asString(name)}`;
  }),
  ageColumn,
  wide('Users', subjects('User')),
  wide('Groups', subjects('Group')),
  wide('ServiceAccounts', subjects('ServiceAccount')),
];

const webhookColumns: readonly Column[] = [
  nameColumn,
  count('Webhooks', (object) => asArray(object['webhooks']).length),
  ageColumn,
];

function ingressAddress(ingress: KubeObject): string {
  const addresses = asArray(asObject(status(ingress)['loadBalancer'])['ingress']).map(asObject);
  return addresses.map(({ ip, hostname }) => asString(ip ?? hostname)).join(',');
}

function ingressHosts(ingress: KubeObject): string {
  const hosts = asArray(spec(ingress)['rules']).map((rule) => asString(asObject(rule)['host']) || '*');
  if (hosts.length === 0) return '*';
  return hosts.length > 3 ? `${hosts.slice(0, 3).join(',')} + ${hosts.length - 3} more...` : hosts.join(',');
}

/** The columns of kinds outside core, by storage. */
export const otherColumns: Readonly<Record<string, readonly Column[]>> = {
  'networking.k8s.io/ingresses': [
    nameColumn,
    column('Class', (object) => asString(spec(object)['ingressClassName']) || '<none>'),
    column('Hosts', ingressHosts),
    column('Address', ingressAddress),
    column('Ports', (object) => (asArray(spec(object)['tls']).length > 0 ? '80, 443' : '80')),
    ageColumn,
  ],
  'networking.k8s.io/ingressclasses': [
    nameColumn,
    column('Controller', (object) => spec(object)['controller']),
    column('Parameters', (object) => {
      const { kind, apiGroup, name } = asObject(spec(object)['parameters']);
      return name === undefined
        ? '<none>'
        : `${asString(kind)}${apiGroup ? `.${asString(apiGroup)}` : ''}/${asString(name)}`;
    }),
    ageColumn,
  ],
  'networking.k8s.io/networkpolicies': [
    nameColumn,
    column('Pod-Selector', (object) => formatLabelSelector(spec(object)['podSelector']) || '<none>'),
    ageColumn,
  ],
  'rbac.authorization.k8s.io/rolebindings': bindingColumns,
  'rbac.authorization.k8s.io/clusterrolebindings': bindingColumns,
  'rbac.authorization.k8s.io/roles': [nameColumn, createdAtColumn],
  'rbac.authorization.k8s.io/clusterroles': [nameColumn, createdAtColumn],
  'storage.k8s.io/storageclasses': [
    column(
      'Name',
      ({ metadata }) => {
        const isDefault = metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true';
        return isDefault ? `${metadata.name} (default)` : metadata.name;
      },
      { format: 'name' },
    ),
    column('Provisioner', (object) => object['provisioner']),
    column('ReclaimPolicy', (object) => object['reclaimPolicy'] ?? 'Delete'),
    column('VolumeBindingMode', (object) => object['volumeBindingMode'] ?? 'Immediate'),
    column('AllowVolumeExpansion', (object) => object['allowVolumeExpansion'] === true),
    ageColumn,
  ],
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': webhookColumns,
  'admissionregistration.k8s.io/validatingwebhookconfigurations': webhookColumns,
  'apiextensions.k8s.io/customresourcedefinitions': [nameColumn, createdAtColumn],
  'scheduling.k8s.io/priorityclasses': [
    nameColumn,
    count('Value', (object) => object['value']),
    column('Global-Default', (object) => object['globalDefault'] === true, { type: 'boolean' }),
    ageColumn,
    column('PreemptionPolicy', (object) => object['preemptionPolicy'] ?? 'PreemptLowerPriority'),
  ],
  'coordination.k8s.io/leases': [
    nameColumn,
    column('Holder', (object) => asString(spec(object)['holderIdentity'])),
    ageColumn,
  ],
  'node.k8s.io/runtimeclasses': [nameColumn, column('Handler', (object) => object['handler']), ageColumn],
  'discovery.k8s.io/endpointslices': [
    nameColumn,
    column('AddressType', (object) => object['addressType']),
    column(
      'Ports',
      (object) =>
        asArray(object['ports'])
          .map((port) => scalarToText(asObject(port)['port'], '*'))
          .join(',') || '<unset>',
    ),
    column('Endpoints', (object) => {
      const all = asArray(object['endpoints']).flatMap((each) => asArray(asObject(each)['addresses']).map(asString));
      if (all.length === 0) return '<unset>';
      return all.length > 3 ? `${all.slice(0, 3).join(',')} + ${all.length - 3} more...` : all.join(',');
    }),
    ageColumn,
  ],
  'apiregistration.k8s.io/apiservices': [
    nameColumn,
    column('Service', (object) => {
      const { namespace, name } = asObject(spec(object)['service']);
      return name === undefined ? 'Local' : `${asString(namespace)}/${asString(name)}`;
    }),
    column('Available', (object) => {
      const condition = findCondition(object, 'Available');
      const text = asString(condition?.['status']);
      return text === 'False' ? `False (${asString(condition?.['reason'])})` : text;
    }),
    ageColumn,
  ],
  'certificates.k8s.io/certificatesigningrequests': [
    nameColumn,
    ageColumn,
    column('SignerName', (object) => spec(object)['signerName']),
    column('Requestor', (object) => asString(spec(object)['username'])),
    column('RequestedDuration', (object) =>
      spec(object)['expirationSeconds'] === undefined ? '<none>' : `${Number(spec(object)['expirationSeconds'])}s`,
    ),
    column(
      'Condition',
      (object) =>
        asArray(status(object)['conditions'])
          .map((each) => asString(asObject(each)['type']))
          .join(',') || 'Pending',
    ),
  ],
};
