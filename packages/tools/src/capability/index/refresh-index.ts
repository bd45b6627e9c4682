import type { Embedder } from '@shipmate/core';
import { type Capability, capabilityRulesVersion, type IndexedCapability } from '@shipmate/domain/capability';
import type { CapabilityStorePort } from '@shipmate/domain/tool-storage';
import { type CapabilitySource, type GroupKinds, listGroups, readGroup } from './read-groups.ts';
import { tryToEmbed } from './try-to-embed.ts';

/** The ports of an index refresh. */
interface IndexPorts {
  readonly capabilities: Pick<CapabilityStorePort, 'findIndex' | 'save'>;
  readonly embedder: Embedder | undefined;
}

/** Compares an index with its cluster and rebuilds the changed groups; each group is read as a whole. */
export async function refreshIndex(
  { capabilities: store, embedder }: IndexPorts,
  source: CapabilitySource,
  signal: AbortSignal,
): Promise<void> {
  const { reader, principal } = source;
  const [known, groups] = await Promise.all([store.findIndex(principal, reader.context), listGroups(reader, signal)]);
  const fingerprintOf = ({ fingerprint }: GroupKinds): string =>
    [fingerprint, capabilityRulesVersion, embedder?.id ?? ''].join(' ');
  const fingerprints = new Map(groups.map((each) => [each.group, fingerprintOf(each)]));
  const changed = new Map<string, readonly IndexedCapability[]>();
  for (const each of groups) {
    if (known?.fingerprints.get(each.group) === fingerprints.get(each.group)) continue;
    const { capabilities, isComplete } = await readGroup(each, source, signal);
    const vectors = embedder ? await tryToEmbed(embedder, capabilities.map(toMeaning), signal) : [];
    changed.set(
      each.group,
      capabilities.map((capability, index) => ({ capability, vector: vectors?.[index] ?? null })),
    );
    // The empty fingerprint makes the next refresh read the group again.
    if (!isComplete || vectors === undefined) fingerprints.set(each.group, '');
  }
  signal.throwIfAborted();
  await store.save(principal, reader.context, { fingerprints, changed });
}

/** Returns a kind's meaning as text to embed. */
function toMeaning({ kind, group, categories, purpose = '', description }: Capability): string {
  const parts = [`${kind} (${group || 'core'})`, categories.join(', '), purpose, description];
  return [...new Set(parts)].filter((part) => part !== '').join('. ');
}
