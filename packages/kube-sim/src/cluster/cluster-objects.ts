import type { DeleteOptions } from '../api/delete-object.ts';
import type { ObjectWriter } from '../api/object-writer.ts';
import { patchObject } from '../api/patch-object.ts';
import type { ControllerLoop } from '../control-loop/controller-loop.ts';
import { badRequest, notFound } from '../errors/refusals.ts';
import { asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { parseApiVersion, type ResourceDefinition } from '../resources/resource-definition.ts';
import type { ClusterState } from '../state/cluster-state.ts';

/** Reference to one object. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** Direct access to a cluster's objects, without HTTPS. */
export interface ClusterObjects {
  get(reference: ObjectReference): KubeObject | undefined;
  list(kind: Pick<ObjectReference, 'apiVersion' | 'kind' | 'namespace'>): readonly KubeObject[];
  /** Applies an object like `kubectl apply --server-side --force-conflicts`. @throws StatusError if it is refused */
  apply(object: JsonObject, manager?: string): KubeObject;
  delete(reference: ObjectReference, options?: DeleteOptions): void;
}

/** Creates direct access to a cluster's objects; the controllers settle after each change. */
export function createClusterObjects(state: ClusterState, writer: ObjectWriter, loop: ControllerLoop): ClusterObjects {
  function find({ apiVersion, kind }: Pick<ObjectReference, 'apiVersion' | 'kind'>): ResourceDefinition {
    const { group, version } = parseApiVersion(apiVersion);
    const definition = state.registry.findKind(group, kind, version);
    if (!definition) throw badRequest(`no matches for kind "${kind}" in version "${apiVersion}"`);
    return definition;
  }

  return {
    get({ name, namespace, ...type }) {
      return state.store.get(find(type).storage, { name, namespace });
    },
    list: ({ namespace, ...type }) => state.store.list(find(type).storage, namespace),
    apply(object, manager = 'kube-sim') {
      const definition = find({ apiVersion: asString(object['apiVersion']), kind: asString(object['kind']) });
      const { name, namespace } = asObject(object['metadata']);
      const place = definition.namespaced ? asString(namespace) || 'default' : undefined;
      const applied = patchObject(state, writer, {
        request: {
          definition,
          ...(place !== undefined && { namespace: place }),
          name: asString(name),
          contentType: 'application/apply-patch+yaml',
          patch: object,
          force: true,
        },
        options: { manager },
      });
      loop.settle();
      return applied.object;
    },
    delete({ name, namespace, ...type }, options) {
      const definition = find(type);
      const object = state.store.get(definition.storage, { name, namespace });
      if (!object) throw notFound(definition, name);
      writer.delete(definition, object, options);
      loop.settle();
    },
  };
}
