import { metricsApiService, metricsResources } from '../../resources/metrics-resources.ts';
import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { ResourceRegistry } from '../../resources/resource-registry.ts';
import type { ControllerContext } from '../../control-loop/controller-context.ts';
import { findCondition, withCondition } from '../../object/conditions.ts';
import type { Controller } from '../../control-loop/controller.ts';

const storage = 'apiregistration.k8s.io/apiservices';

/** Tracks API services: the metrics API is served while its APIService is registered, and available while its Service is. */
export function createApiServiceController(context: ControllerContext, registry: ResourceRegistry): Controller {
  const { store } = context;

  function syncOne(apiService: KubeObject): void {
    const before = asArray(asObject(apiService['status'])['conditions']).map(asObject);
    const conditions = withCondition(before, judge(apiService), context.timestamp());
    context.setStatus(storage, apiService, { conditions });
  }

  function judge({ spec }: KubeObject): JsonObject {
    const { service } = asObject(spec);
    if (service === undefined)
      return available('True', { reason: 'Local', message: 'Local APIServices are always available' });
    const namespace = asString(asObject(service)['namespace']);
    const name = asString(asObject(service)['name']);
    const found = store.get('/services', { namespace, name });
    if (!found) {
      const message = `service/${name} in "${namespace}" is not present`;
      return available('False', { reason: 'ServiceNotFound', message });
    }
    const number = Number(asObject(service)['port'] ?? 443);
    const port = asArray(asObject(found['spec'])['ports'])
      .map(asObject)
      .find((each) => each['port'] === number);
    if (!port) {
      const message = `service/${name} in "${namespace}" is not listening on port ${number}`;
      return available('False', { reason: 'ServicePortError', message });
    }
    const subsets = asArray(store.get('/endpoints', { namespace, name })?.['subsets']).map(asObject);
    if (subsets.some(({ addresses }) => asArray(addresses).length > 0))
      return available('True', { reason: 'Passed', message: 'all checks passed' });
    const message = `endpoints for service/${name} in "${namespace}" have no addresses with port name "${asString(port['name'])}"`;
    return available('False', { reason: 'MissingEndpoints', message });
  }

  return {
    name: 'api-services',
    watches: [storage, '/services', '/endpoints'],
    sync() {
      for (const apiService of store.list(storage)) syncOne(apiService);
      if (store.get(storage, { name: metricsApiService })) {
        if (!registry.find('metrics.k8s.io', 'v1beta1', 'pods'))
          registry.setCustom(metricsApiService, metricsResources);
      } else registry.removeCustom(metricsApiService);
      const unreachable = store
        .list(storage)
        .filter((each) => findCondition(each, 'Available')?.['status'] === 'False' || isUnsimulated(each));
      registry.setUnavailable(
        new Set(
          unreachable.map(({ spec }) => `${asString(asObject(spec)['group'])}/${asString(asObject(spec)['version'])}`),
        ),
      );
      return undefined;
    },
  };
}

/** Tests for an APIService of an extension server other than metrics-server. */
function isUnsimulated({ metadata, spec }: KubeObject): boolean {
  return asObject(spec)['service'] !== undefined && metadata.name !== metricsApiService;
}

function available(status: 'True' | 'False', why: { readonly reason: string; readonly message: string }): JsonObject {
  return { type: 'Available', status, ...why };
}
