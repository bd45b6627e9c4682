import { toJsonText } from '@shipmate/core';
import type { Capability, IndexedCapability } from '@shipmate/domain/capability';
import { splitGroup, splitIdentifier } from '@shipmate/domain/search';
import { storableText } from '../storable-text.ts';

/** The columns of a kind, in which its words stand apart as people write them. */
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

/** What others of a group need is what one begins with; what Kubernetes brings is there in any case. */
function prominenceOf({ needs, neededBy, provider }: Capability): number {
  const standing = 1 + (Math.log1p(neededBy) - Math.log1p(needs.length)) / 20;
  return standing * (provider === 'kubernetes' ? 1.1 : 1);
}

/** The words of a kind, and all of them as one, as which people write them too. */
function toNameWords(kind: string): readonly string[] {
  const words = splitIdentifier(kind);
  return words.length > 1 ? [...words, words.join('')] : words;
}
