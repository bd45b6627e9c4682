import { toJsonText } from '@shipmate/core';
import { type IndexedCapability, splitGroup, splitIdentifier } from '@shipmate/domain';
import { storableText } from '../storable-text.ts';

/** The columns of a kind, in which its words stand apart as people write them. */
export function toCapabilityColumns({ capability, vector }: IndexedCapability) {
  const { group, kind, shortNames, plural, categories, provider, description, fields, needs, neededBy } = capability;
  return {
    api_group: group,
    kind,
    capability: storableText(toJsonText(capability)),
    prominence: (1 + Math.log1p(neededBy) / 8) * (needs.length > 0 ? 0.8 : 1),
    kind_words: splitIdentifier(kind).join(' '),
    group_words: [...splitGroup(group), kind, plural, ...shortNames, ...categories, provider].join(' '),
    description_words: storableText(description),
    field_words: fields.flatMap(splitIdentifier).join(' '),
    vector: vector === null ? null : [...vector],
  };
}
