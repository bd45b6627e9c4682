import { createHash } from 'node:crypto';
import { AppError } from '@shipmate/core';
import { type Capability, preferVersion, type SchemaSet, toCapabilities } from '@shipmate/domain/capability';
import { type ApiResource, apiVersionOf } from '../../kubernetes/api/api-resource.ts';
import type { ClusterReader } from '../../kubernetes/api/cluster-reader.ts';

/** The kinds of one API group. */
export interface GroupKinds {
  readonly group: string;
  readonly kinds: readonly ApiResource[];
  /** Changes when the kinds or their schemas change. */
  readonly fingerprint: string;
}

/** Lists the groups that a cluster serves. */
export async function listGroups(reader: ClusterReader, signal: AbortSignal): Promise<readonly GroupKinds[]> {
  const [catalog, fingerprints] = await Promise.all([
    reader.catalog(signal, { maxAgeMs: 0 }),
    reader.schemaFingerprints(signal),
  ]);
  const groups = Map.groupBy(preferVersion(catalog.resources), ({ group }) => group);
  return [...groups].map(([group, kinds]) => {
    const schemas = versionsOf(kinds).map((version) => fingerprints.get(version) ?? '');
    const names = kinds.map(({ version, kind }) => `${version}/${kind}`);
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([names, schemas]))
      .digest('base64url')
      .slice(0, 16);
    return { group, kinds, fingerprint };
  });
}

/** Reads the capabilities of a group; only their names when their schemas cannot be read. */
export async function readGroup(
  { kinds }: GroupKinds,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<{ readonly capabilities: readonly Capability[]; readonly isComplete: boolean }> {
  const versions = versionsOf(kinds);
  const documents = await Promise.all(versions.map((version) => readSchemas(version, reader, signal)));
  const schemas = new Map(versions.map((version, index) => [version.split('/').at(-1) ?? '', documents[index]]));
  return {
    capabilities: toCapabilities(kinds, (version) => schemas.get(version) ?? {}),
    isComplete: documents.every((document) => document !== undefined),
  };
}

function versionsOf(kinds: readonly ApiResource[]): readonly string[] {
  return [...new Set(kinds.map(apiVersionOf))];
}

/** Reads a group's schemas; an aggregated API server, such as one for metrics, may be unavailable. */
async function readSchemas(
  version: string,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<SchemaSet | undefined> {
  try {
    return await reader.schemas(version, signal);
  } catch (thrown) {
    if (AppError.isInstance(thrown) && (thrown.code === 'EXTERNAL_API_ERROR' || thrown.code === 'NOT_FOUND'))
      return undefined;
    throw thrown;
  }
}
