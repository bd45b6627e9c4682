import type { JsonObject } from '../../cluster/object/read-value.ts';
import { toCapabilities } from '../../capability/to-capabilities.ts';
import type { Capability, ServedKind } from '../../capability/capability.ts';
import { splitIdentifier } from '../../search/split-identifier.ts';
import { builtInKinds } from './built-in-kinds.ts';
import { cloudKinds } from './cloud-kinds.ts';
import { operatorKinds } from './operator-kinds.ts';

interface CorpusKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly description: string;
  readonly fields: readonly string[];
}

/**
 * Creates the capabilities of a cluster with some fifty operators and a cloud's services installed, by group:
 * about as many kinds as large platforms have.
 */
export function createCapabilityCorpus(): ReadonlyMap<string, readonly Capability[]> {
  const kinds = [...readListing(builtInKinds), ...readListing(operatorKinds), ...readCloud(cloudKinds)];
  return new Map(
    [...Map.groupBy(kinds, ({ group }) => group)].map(([group, members]) => {
      const schemas = Object.fromEntries(members.map((each) => [each.kind, toSchema(each)]));
      return [group, toCapabilities(members.map(toServedKind), () => schemas)];
    }),
  );
}

function* readListing(text: string): Generator<CorpusKind> {
  let [group, version] = ['', ''];
  for (const line of text.trim().split('\n')) {
    if (!line.startsWith(' ')) {
      [group = '', version = ''] = line.includes('/') ? line.split('/') : ['', line];
      continue;
    }
    const [, kind = '', description = '', fields = ''] = /^ +(\w+): ?([^|]*?) ?(?:\| (.*))?$/.exec(line) ?? [];
    yield { group, version, kind, description, fields: fields.split(' ').filter((field) => field !== '') };
  }
}

function* readCloud(text: string): Generator<CorpusKind> {
  for (const line of text.trim().split('\n')) {
    const [group = '', names = ''] = line.split(': ');
    const [parent = '', ...others] = names.split(/[ >]+/);
    const field = `forProvider.${parent[0]?.toLowerCase()}${parent.slice(1)}IdRef`;
    for (const kind of [parent, ...others]) {
      const what = `${kind} is the Schema for the ${kind}s API. Provides a ${splitIdentifier(kind).join(' ')} resource.`;
      const fields = ['forProvider.region', 'forProvider.tags', 'managementPolicies', 'providerConfigRef.name'];
      yield {
        group,
        version: 'v1beta1',
        kind,
        description: what,
        fields: kind === parent ? fields : [field, ...fields],
      };
    }
  }
}

function toServedKind({ group, version, kind }: CorpusKind): ServedKind {
  const plural = `${kind.toLowerCase()}s`;
  return { group, version, kind, plural, shortNames: [], namespaced: true, verbs: ['create', 'get', 'list'] };
}

function toSchema({ group, version, kind, description, fields }: CorpusKind): JsonObject {
  const spec: Record<string, { type: string; properties: Record<string, JsonObject> }> = {};
  for (const [name = '', inner] of fields.map((field) => field.split('.'))) {
    spec[name] ??= { type: 'object', properties: {} };
    if (inner !== undefined) spec[name].properties[inner] = { type: 'string' };
  }
  return {
    description,
    type: 'object',
    properties: { spec: { type: 'object', properties: spec } },
    'x-kubernetes-group-version-kind': [{ group, version, kind }],
  };
}
