import { toJsonText } from '@shipmate/core';
import type { Capability, IndexedCapability } from '@shipmate/domain/capability';
import { splitGroup, splitIdentifier } from '@shipmate/domain/search';
import { storableText } from '../storable-text.ts';

/** Converts a capability to its columns, with its name split into words. */
export function toCapabilityColumns({ capability, vector }: IndexedCapability) {
  const { group, kind, shortNames, plural, categories, provider, description, fields } = capability;
  return {
    api_group: group,
    kind,
    capability: storableText(toJsonText(capability)),
    prominence: prominenceOf(capability),
    kind_words: toNameWords(kind).join(' '),
    group_words: [...splitGroup(group), kind, plural, ...shortNames, provider].join(' '),
    description_words: storableText([description, ...categories].join(' ')),
    field_words: fields.flatMap(splitIdentifier).join(' '),
    vector: vector === null ? null : [...vector],
  };
}

/**
 * Returns the prominence of a kind: higher for kinds that others of the group need, and for those of Kubernetes itself.
 */
function prominenceOf({ needs, neededBy, provider }: Capability): number {
  const standing = 1 + (Math.log1p(neededBy) - Math.log1p(needs.length)) / 20;
  return standing * (provider === 'kubernetes' ? 1.1 : 1);
}

/** Returns the words of a kind's name, and the words joined, because people write both. */
function toNameWords(kind: string): readonly string[] {
  const words = splitIdentifier(kind);
  return words.length > 1 ? [...words, words.join('')] : words;
}
