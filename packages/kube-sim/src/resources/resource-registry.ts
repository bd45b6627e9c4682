import { builtinResources } from './builtin-resources.ts';
import { apiVersionOf, type ResourceDefinition } from './resource-definition.ts';
import { type KubernetesVersion, minorOf } from '../version/kubernetes-version.ts';

/** A version of a group and its resources. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ResourceDefinition[];
  /** Tests whether the extension server of a resource is reachable. */
  readonly isAvailable: boolean;
}

/** The served resources, built in and custom. */
export interface ResourceRegistry {
  find(group: string, version: string, plural: string): ResourceDefinition | undefined;
  findKind(group: string, kind: string, version?: string): ResourceDefinition | undefined;
  /** The first definition of a storage; controllers use it. */
  ofStorage(storage: string): ResourceDefinition | undefined;
  groupVersions(): readonly GroupVersion[];
  /** Replaces the resources of a CustomResourceDefinition or an extension server. */
  setCustom(name: string, definitions: readonly ResourceDefinition[]): void;
  removeCustom(name: string): void;
  /** Sets the versions, such as `metrics.k8s.io/v1beta1`, whose server is unreachable; unknown ones are listed, too. */
  setUnavailable(apiVersions: ReadonlySet<string>): void;
  isAvailable(definition: Pick<ResourceDefinition, 'group' | 'version'>): boolean;
}

/** Creates a registry of the built-in resources of a Kubernetes version. */
export function createResourceRegistry(version: KubernetesVersion): ResourceRegistry {
  const builtin = ofVersion(builtinResources, version);
  const custom = new Map<string, readonly ResourceDefinition[]>();
  let unavailable: ReadonlySet<string> = new Set();
  let index = buildIndex(builtin);
  const isAvailable = (of: Pick<ResourceDefinition, 'group' | 'version'>) => !unavailable.has(apiVersionOf(of));

  function isUnknown(apiVersion: string): boolean {
    return !index.groupVersions.some((each) => apiVersionOf(each) === apiVersion);
  }

  function rebuild(): void {
    index = buildIndex([...builtin, ...[...custom.values()].flat()]);
  }

  return {
    find: (group, version, plural) => index.byPlural.get(`${group}/${version}/${plural}`),
    findKind: (group, kind, version) =>
      index.byKind.get(`${group}/${kind}`)?.find((each) => version === undefined || each.version === version),
    ofStorage: (storage) => index.byStorage.get(storage),
    groupVersions: () => [
      ...index.groupVersions.map((each) => ({ ...each, isAvailable: isAvailable(each) })),
      ...[...unavailable].filter(isUnknown).map(toEmptyVersion),
    ],
    setCustom(name, definitions) {
      custom.set(name, definitions);
      rebuild();
    },
    removeCustom(name) {
      if (custom.delete(name)) rebuild();
    },
    setUnavailable: (apiVersions) => void (unavailable = apiVersions),
    isAvailable,
  };
}

/** A version without resources, whose server is unreachable. */
function toEmptyVersion(apiVersion: string): GroupVersion {
  const [group = '', version = ''] = apiVersion.split('/');
  return { group, version, resources: [], isAvailable: false };
}

function buildIndex(definitions: readonly ResourceDefinition[]) {
  const byPlural = new Map<string, ResourceDefinition>();
  const byStorage = new Map<string, ResourceDefinition>();
  for (const definition of definitions) {
    byPlural.set(`${definition.group}/${definition.version}/${definition.plural}`, definition);
    if (!byStorage.has(definition.storage)) byStorage.set(definition.storage, definition);
  }
  const byKind = Map.groupBy(definitions, ({ group, kind }) => `${group}/${kind}`);
  const byVersion = Map.groupBy(definitions, ({ group, version }) => `${group}/${version}`);
  const groupVersions = [...byVersion.values()].flatMap((resources) => {
    const first = resources[0];
    return first ? [{ group: first.group, version: first.version, resources }] : [];
  });
  return { byPlural, byKind, byStorage, groupVersions };
}

/** The minor version that first served a resource or subresource by default; resources not listed are older. */
const introduced: Readonly<Record<string, number>> = {
  'networking.k8s.io/v1/ipaddresses': 33,
  'networking.k8s.io/v1/servicecidrs': 33,
  '/v1/pods/resize': 33,
  'resource.k8s.io/v1/deviceclasses': 34,
  'resource.k8s.io/v1/resourceclaims': 34,
  'resource.k8s.io/v1/resourceclaimtemplates': 34,
  'resource.k8s.io/v1/resourceslices': 34,
  'storage.k8s.io/v1/volumeattributesclasses': 34,
};

/** Filters the resources that a Kubernetes version serves. */
function ofVersion(
  definitions: readonly ResourceDefinition[],
  version: KubernetesVersion,
): readonly ResourceDefinition[] {
  const isServed = (name: string) => (introduced[name] ?? 0) <= minorOf(version);
  return definitions.flatMap((definition) => {
    const name = `${definition.group}/${definition.version}/${definition.plural}`;
    const subresources = definition.subresources.filter((each) => isServed(`${name}/${each.name}`));
    return isServed(name) ? [{ ...definition, subresources }] : [];
  });
}
