import {
  type KubeObject,
  nameOf,
  namespaceOf,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
} from '@shipmate/domain/cluster/object';
import type { ClusterReader } from '../api/cluster-reader.ts';
import type { Section } from './section.ts';

const maxAddresses = 10;

/** A backend address of a Service. */
interface Endpoint {
  readonly isReady: boolean;
  readonly address: string;
  readonly target: string | undefined;
  readonly ports: string;
}

/** Lists the backend addresses of a Service. */
export async function listEndpoints(
  service: KubeObject,
  { reader, signal }: { readonly reader: ClusterReader; readonly signal: AbortSignal },
): Promise<readonly Endpoint[]> {
  const resource = await reader.resolve('endpointslices', signal);
  const labelSelector = `kubernetes.io/service-name=${nameOf(service)}`;
  const { items } = await reader.list(resource, { namespace: namespaceOf(service), labelSelector }, signal);
  return items.flatMap((slice) =>
    objectsAt(slice, 'endpoints').map((endpoint) => ({
      isReady: objectAt(endpoint, 'conditions')['ready'] !== false,
      address: textsAt(endpoint, 'addresses').join(','),
      target: textAt(endpoint, 'targetRef', 'name'),
      ports: objectsAt(slice, 'ports')
        .map((port) => textAt(port, 'port'))
        .join(','),
    })),
  );
}

/** Describes where a Service sends requests and its problems. */
export async function describeEndpoints(
  service: KubeObject,
  pods: readonly KubeObject[] | undefined,
  lookup: { readonly reader: ClusterReader; readonly signal: AbortSignal },
): Promise<Section> {
  const endpoints = await listEndpoints(service, lookup);
  const ready = endpoints.filter(({ isReady }) => isReady);
  const lines = endpoints
    .slice(0, maxAddresses)
    .map(
      ({ address, ports, target, isReady }) => `${address}:${ports} ${target ?? ''} ${isReady ? 'ready' : 'NOT READY'}`,
    );
  return {
    title: `Endpoints: ${endpoints.length}, ${ready.length} ready`,
    lines: [
      ...(ready.length === 0 ? ['REQUESTS REACH NOTHING'] : []),
      ...lines,
      ...(endpoints.length > maxAddresses ? [`… and ${endpoints.length - maxAddresses} more`] : []),
      ...missingPorts(service, pods ?? []),
    ],
  };
}

/** Returns the ports of a Service whose target no container of its pods declares. */
function missingPorts(service: KubeObject, pods: readonly KubeObject[]): readonly string[] {
  if (pods.length === 0) return [];
  const declared = pods
    .flatMap((pod) => ['containers', 'initContainers'].flatMap((field) => objectsAt(pod, 'spec', field)))
    .flatMap((container) => objectsAt(container, 'ports'))
    .flatMap((port) => [textAt(port, 'containerPort'), textAt(port, 'name')]);
  const known = [...new Set(declared.filter((each) => each !== undefined))];
  return objectsAt(service, 'spec', 'ports').flatMap((port) => {
    const target = textAt(port, 'targetPort') ?? textAt(port, 'port') ?? '';
    if (declared.includes(target)) return [];
    return [
      `port ${textAt(port, 'port')} goes to ${target}, which NO CONTAINER DECLARES; they declare ${known.join(', ') || 'none'}`,
    ];
  });
}
