import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { controllerReference, type ControllerContext } from '../../control-loop/controller-context.ts';
import { isPodFinished, isPodReady } from '../../object/conditions.ts';
import type { Controller } from '../../control-loop/controller.ts';

/** Maintains the Endpoints and EndpointSlices of services. */
export function createEndpointsController(context: ControllerContext): Controller {
  const { store } = context;

  function syncOne(service: KubeObject): void {
    const spec = asObject(service['spec']);
    const selector = Object.entries(asObject(spec['selector']));
    if (selector.length === 0 || spec['type'] === 'ExternalName') return;
    const pods = store
      .list('/pods', service.metadata.namespace)
      .filter(({ metadata }) => selector.every(([name, value]) => metadata.labels?.[name] === value))
      .filter(
        (pod) =>
          asString(asObject(pod['status'])['podIP']) !== '' &&
          !isPodFinished(pod) &&
          pod.metadata.deletionTimestamp === undefined,
      )
      .toSorted((left, right) => addressOf(left).localeCompare(addressOf(right)));
    writeEndpoints(service, pods);
    writeSlice(service, pods);
  }

  function writeEndpoints(service: KubeObject, pods: readonly KubeObject[]): void {
    const address = (pod: KubeObject) => ({
      ip: asObject(pod['status'])['podIP'],
      nodeName: asObject(pod['spec'])['nodeName'],
      targetRef: targetOf(pod),
    });
    const ready = pods.filter(isPodReady);
    const notReady = pods.filter((pod) => !isPodReady(pod));
    const ports = portsOf(service, pods[0]);
    const subset = {
      ...(ready.length > 0 && { addresses: ready.map(address) }),
      ...(notReady.length > 0 && { notReadyAddresses: notReady.map(address) }),
      ...(ports.length > 0 && { ports }),
    };
    const { name, namespace, labels } = service.metadata;
    const metadata = { name, namespace, ...(labels && { labels }) };
    write('/endpoints', {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata,
      ...(pods.length > 0 && { subsets: [subset] }),
    });
  }

  function writeSlice(service: KubeObject, pods: readonly KubeObject[]): void {
    const { name, namespace, labels } = service.metadata;
    const existing = store
      .list('discovery.k8s.io/endpointslices', namespace)
      .find(({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === name);
    write('discovery.k8s.io/endpointslices', {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: {
        ...(existing ? { name: existing.metadata.name } : { generateName: `${name}-` }),
        namespace,
        labels: {
          ...labels,
          'kubernetes.io/service-name': name,
          'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        },
        ownerReferences: [controllerReference(service)],
      },
      addressType: 'IPv4',
      endpoints: pods.map((pod) => ({
        addresses: [asObject(pod['status'])['podIP']],
        conditions: { ready: isPodReady(pod), serving: isPodReady(pod), terminating: false },
        nodeName: asObject(pod['spec'])['nodeName'],
        targetRef: targetOf(pod),
      })),
      ports: portsOf(service, pods[0]).map((port) => ({ name: '', ...port })),
    });
  }

  function write(storage: string, object: JsonObject): void {
    const { namespace, name } = asObject(object['metadata']);
    const current = typeof name === 'string' ? store.get(storage, { namespace: asString(namespace), name }) : undefined;
    if (!current) {
      context.create(storage, object);
      return;
    }
    const { apiVersion, kind, metadata } = current;
    context.replace(storage, { current, next: { ...object, apiVersion, kind, metadata } });
  }

  return {
    name: 'endpoints',
    watches: ['/services', '/pods', '/endpoints'],
    sync() {
      for (const service of store.list('/services')) syncOne(service);
      for (const endpoints of store.list('/endpoints')) {
        if (!store.get('/services', endpoints.metadata)) store.remove('/endpoints', endpoints);
      }
      return undefined;
    },
  };
}

function addressOf(pod: KubeObject): string {
  return asString(asObject(pod['status'])['podIP']);
}

function targetOf({ metadata }: KubeObject): JsonObject {
  return { kind: 'Pod', namespace: metadata.namespace, name: metadata.name, uid: metadata.uid };
}

/** The target ports of a service; a named port is resolved in the first pod. */
function portsOf(service: KubeObject, pod: KubeObject | undefined): readonly JsonObject[] {
  const containers = asArray(asObject(pod?.['spec'])['containers']).map(asObject);
  const declared = containers.flatMap((container) => asArray(container['ports']).map(asObject));
  return asArray(asObject(service['spec'])['ports'])
    .map(asObject)
    .flatMap(({ name, targetPort, port, protocol }) => {
      const number =
        typeof targetPort === 'string'
          ? declared.find((each) => each['name'] === targetPort)?.['containerPort']
          : (targetPort ?? port);
      return number === undefined
        ? []
        : [{ ...(name !== undefined && { name }), port: number, protocol: protocol ?? 'TCP' }];
    });
}
