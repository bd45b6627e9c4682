import { findCondition } from '../object/conditions.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { ageColumn, column, createdAtColumn, nameColumn, wide, type Column } from './column.ts';
import { formatAge } from './duration.ts';

const spec = (object: KubeObject): JsonObject => asObject(object['spec']);
const status = (object: KubeObject): JsonObject => asObject(object['status']);
const sizeOf = (value: unknown) => Object.keys(asObject(value)).length;

const accessModeNames: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};
const formatAccessModes = (modes: unknown) =>
  asArray(modes)
    .map((mode) => accessModeNames[asString(mode)] ?? asString(mode))
    .join(',');

function formatPorts(service: KubeObject): string {
  const ports = asArray(spec(service)['ports']).map(asObject);
  const texts = ports.map(
    ({ port, nodePort, protocol }) =>
      `${Number(port)}${nodePort ? `:${Number(nodePort)}` : ''}/${asString(protocol) || 'TCP'}`,
  );
  return texts.join(',') || '<none>';
}

function externalAddress(service: KubeObject): string {
  const { type, externalIPs, externalName } = spec(service);
  const own = asArray(externalIPs).map(asString);
  if (type === 'ExternalName') return asString(externalName);
  if (type !== 'LoadBalancer') return own.join(',') || '<none>';
  const ingress = asArray(asObject(status(service)['loadBalancer'])['ingress']).map(asObject);
  const addresses = [...ingress.map(({ ip, hostname }) => asString(ip ?? hostname)), ...own];
  return addresses.join(',') || '<pending>';
}

function formatPairs(pairs: unknown): string {
  return Object.entries(asObject(pairs))
    .sort(([left], [right]) => left.localeCompare(right))
    .map(([name, value]) => `${name}=${asString(value)}`)
    .join(',');
}

function nodeStatus(node: KubeObject): string {
  const ready = findCondition(node, 'Ready');
  const word = ready === undefined ? 'Unknown' : ready['status'] === 'True' ? 'Ready' : 'NotReady';
  return spec(node)['unschedulable'] === true ? `${word},SchedulingDisabled` : word;
}

function nodeAddress(type: string) {
  return (node: KubeObject) => {
    const found = asArray(status(node)['addresses'])
      .map(asObject)
      .find((each) => each['type'] === type);
    return asString(found?.['address']) || '<none>';
  };
}

const nodeInfo = (field: string) => (node: KubeObject) => asString(asObject(status(node)['nodeInfo'])[field]);
const rolePrefix = 'node-role.kubernetes.io/';

function involved(event: KubeObject): string {
  const { kind, name } = asObject(event['involvedObject']);
  return `${asString(kind).toLowerCase()}/${asString(name)}`;
}

function lastSeen(event: KubeObject, now: number): string {
  const series = asObject(event['series']);
  const time = series['lastObservedTime'] ?? event['lastTimestamp'] ?? event['eventTime'] ?? event['firstTimestamp'];
  return formatAge(time, now);
}

function formatEndpoints(endpoints: KubeObject): string {
  const all = asArray(endpoints['subsets']).flatMap((subset) => {
    const { addresses, ports } = asObject(subset);
    return asArray(addresses).flatMap((address) => {
      const ip = asString(asObject(address)['ip']);
      const numbers = asArray(ports).map((port) => Number(asObject(port)['port']));
      return numbers.length === 0 ? [ip] : numbers.map((port) => `${ip}:${port}`);
    });
  });
  if (all.length === 0) return '<none>';
  return all.length > 3 ? `${all.slice(0, 3).join(',')} + ${all.length - 3} more...` : all.join(',');
}

function quotaSummary(quota: KubeObject, isLimit: boolean): string {
  const { hard, used } = status(quota);
  return Object.entries(asObject(hard))
    .filter(([name]) => name.startsWith('limits.') === isLimit)
    .sort(([left], [right]) => left.localeCompare(right))
    .map(([name, value]) => `${name}: ${asString(asObject(used)[name])}/${asString(value)}`)
    .join(', ');
}

/** The columns of core kinds, by resource. */
export const coreColumns: Readonly<Record<string, readonly Column[]>> = {
  configmaps: [
    nameColumn,
    column('Data', (object) => sizeOf(object['data']) + sizeOf(object['binaryData'])),
    ageColumn,
  ],
  endpoints: [nameColumn, column('Endpoints', formatEndpoints), ageColumn],
  events: [
    column('Last Seen', lastSeen),
    column('Type', (event) => event['type']),
    column('Reason', (event) => event['reason']),
    column('Object', involved),
    wide('Subobject', (event) => asString(asObject(event['involvedObject'])['fieldPath'])),
    wide('Source', (event) => {
      const { component, host } = asObject(event['source']);
      const name = asString(component) || asString(event['reportingComponent']);
      const place = asString(component) === '' ? asString(event['reportingInstance']) : asString(host);
      return place === '' ? name : `${name}, ${place}`;
    }),
    column('Message', (event) => asString(event['message']).trim()),
    wide('First Seen', (event, now) => formatAge(event['firstTimestamp'] ?? event['eventTime'], now)),
    wide('Count', (event) => Number(asObject(event['series'])['count'] ?? (event['count'] || 1))),
    column('Name', ({ metadata }) => metadata.name, { format: 'name', priority: 1 }),
  ],
  limitranges: [nameColumn, createdAtColumn],
  namespaces: [nameColumn, column('Status', (object) => status(object)['phase']), ageColumn],
  nodes: [
    nameColumn,
    column('Status', nodeStatus),
    column('Roles', ({ metadata }) => {
      const names = Object.keys(metadata.labels ?? {}).filter((label) => label.startsWith(rolePrefix));
      return (
        names
          .map((label) => label.slice(rolePrefix.length))
          .sort()
          .join(',') || '<none>'
      );
    }),
    ageColumn,
    column('Version', nodeInfo('kubeletVersion')),
    wide('Internal-IP', nodeAddress('InternalIP')),
    wide('External-IP', nodeAddress('ExternalIP')),
    wide('OS-Image', nodeInfo('osImage')),
    wide('Kernel-Version', nodeInfo('kernelVersion')),
    wide('Container-Runtime', nodeInfo('containerRuntimeVersion')),
  ],
  persistentvolumeclaims: [
    nameColumn,
    column('Status', (object) => (object.metadata.deletionTimestamp ? 'Terminating' : status(object)['phase'])),
    column('Volume', (object) => asString(spec(object)['volumeName'])),
    column('Capacity', (object) => asString(asObject(status(object)['capacity'])['storage'])),
    column('Access Modes', (object) => formatAccessModes(status(object)['accessModes'])),
    column('StorageClass', (object) => asString(spec(object)['storageClassName'])),
    column('VolumeAttributesClass', (object) => asString(spec(object)['volumeAttributesClassName']) || '<unset>'),
    ageColumn,
    wide('VolumeMode', (object) => asString(spec(object)['volumeMode']) || '<unset>'),
  ],
  persistentvolumes: [
    nameColumn,
    column('Capacity', (object) => asString(asObject(spec(object)['capacity'])['storage'])),
    column('Access Modes', (object) => formatAccessModes(spec(object)['accessModes'])),
    column('Reclaim Policy', (object) => spec(object)['persistentVolumeReclaimPolicy']),
    column('Status', (object) => (object.metadata.deletionTimestamp ? 'Terminating' : status(object)['phase'])),
    column('Claim', (object) => {
      const { namespace, name } = asObject(spec(object)['claimRef']);
      return name === undefined ? '' : `${asString(namespace)}/${asString(name)}`;
    }),
    column('StorageClass', (object) => asString(spec(object)['storageClassName'])),
    column('VolumeAttributesClass', (object) => asString(spec(object)['volumeAttributesClassName']) || '<unset>'),
    column('Reason', (object) => asString(status(object)['reason'])),
    ageColumn,
    wide('VolumeMode', (object) => asString(spec(object)['volumeMode']) || '<unset>'),
  ],
  resourcequotas: [
    nameColumn,
    column('Request', (object) => quotaSummary(object, false)),
    column('Limit', (object) => quotaSummary(object, true)),
    ageColumn,
  ],
  secrets: [
    nameColumn,
    column('Type', (object) => object['type']),
    column('Data', (object) => sizeOf(object['data'])),
    ageColumn,
  ],
  serviceaccounts: [nameColumn, column('Secrets', (object) => asArray(object['secrets']).length), ageColumn],
  services: [
    nameColumn,
    column('Type', (object) => spec(object)['type']),
    column('Cluster-IP', (object) => asString(spec(object)['clusterIP']) || '<none>'),
    column('External-IP', externalAddress),
    column('Port(s)', formatPorts),
    ageColumn,
    wide('Selector', (object) => formatPairs(spec(object)['selector']) || '<none>'),
  ],
};
