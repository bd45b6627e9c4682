import { toTimestamp } from '../../clock/virtual-clock.ts';
import type { ClusterState } from '../../state/cluster-state.ts';
import { asArray, asObject, asString, isSameJson, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import {
  allVerbs,
  type CustomColumn,
  type ResourceDefinition,
  type Subresource,
} from '../../resources/resource-definition.ts';
import type { Controller } from '../../control-loop/controller.ts';

const storage = 'apiextensions.k8s.io/customresourcedefinitions';

/** Serves the resources of CustomResourceDefinitions and sets their status. */
export function createCustomResourceController({ store, registry, clock }: ClusterState): Controller {
  const served = new Map<string, unknown>();
  return {
    name: 'custom-resources',
    watches: [storage],
    sync() {
      const current = store.list(storage);
      for (const definition of current) {
        const { name } = definition.metadata;
        // Stored objects are immutable, so a changed spec is another object.
        if (served.get(name) === definition['spec']) continue;
        served.set(name, definition['spec']);
        registry.setCustom(name, toDefinitions(definition));
        store.put(storage, { ...definition, status: establishedStatus(definition, toTimestamp(clock.now())) });
      }
      const names = new Set(current.map(({ metadata }) => metadata.name));
      for (const name of [...served.keys()].filter((each) => !names.has(each))) {
        served.delete(name);
        registry.removeCustom(name);
        const removed = name.replace(/^([^.]+)\.(.+)$/, '$2/$1');
        for (const object of store.list(removed)) store.remove(removed, object);
      }
      return undefined;
    },
  };
}

function namesOf({ kind, plural, singular, listKind, shortNames, categories }: JsonObject): JsonObject {
  return {
    kind,
    plural,
    singular: singular ?? asString(kind).toLowerCase(),
    listKind: listKind ?? `${asString(kind)}List`,
    ...(shortNames !== undefined && { shortNames }),
    ...(categories !== undefined && { categories }),
  };
}

function establishedStatus({ spec, status }: KubeObject, time: string): JsonObject {
  const names = asObject(asObject(spec)['names']);
  const versions = asArray(asObject(spec)['versions']).map(asObject);
  const condition = (type: string, reason: string, message: string) => ({
    type,
    status: 'True',
    lastTransitionTime: time,
    reason,
    message,
  });
  const conditions = [
    condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
    condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
  ];
  const before = asObject(status);
  return {
    acceptedNames: namesOf(names),
    conditions: asArray(before['conditions']).length === conditions.length ? before['conditions'] : conditions,
    storedVersions: versions.filter((version) => version['storage'] === true).map(({ name }) => name),
  };
}

function toDefinitions({ spec }: KubeObject): readonly ResourceDefinition[] {
  const { group, scope, names, versions } = asObject(spec);
  const { kind, plural, singular, shortNames, categories } = namesOf(asObject(names));
  return asArray(versions)
    .map(asObject)
    .filter((version) => version['served'] === true)
    .map((version) => {
      const subresources = toSubresources(asObject(version['subresources']), asString(kind));
      const scale = asObject(asObject(version['subresources'])['scale']);
      return {
        group: asString(group),
        version: asString(version['name']),
        kind: asString(kind),
        plural: asString(plural),
        singular: asString(singular),
        namespaced: scope === 'Namespaced',
        shortNames: asArray(shortNames).map(asString),
        categories: asArray(categories).map(asString),
        verbs: allVerbs,
        subresources,
        storage: `${asString(group)}/${asString(plural)}`,
        custom: {
          schema: asObject(asObject(version['schema'])['openAPIV3Schema']),
          columns: asArray(version['additionalPrinterColumns']) as readonly CustomColumn[],
          ...(!isSameJson(scale, {}) && {
            scale: {
              specReplicasPath: asString(scale['specReplicasPath']),
              statusReplicasPath: asString(scale['statusReplicasPath']),
              ...(scale['labelSelectorPath'] !== undefined && {
                labelSelectorPath: asString(scale['labelSelectorPath']),
              }),
            },
          }),
        },
      };
    });
}

function toSubresources(declared: JsonObject, kind: string): readonly Subresource[] {
  const verbs = ['get', 'patch', 'update'] as const;
  const groupVersion = { group: 'autoscaling', version: 'v1' };
  return [
    ...(declared['scale'] === undefined ? [] : [{ name: 'scale', kind: 'Scale', verbs, groupVersion }]),
    ...(declared['status'] === undefined ? [] : [{ name: 'status', kind, verbs }]),
  ];
}
