import { createHash } from 'node:crypto';
import { AppError, type Principal } from '@shipmate/core';
import { preferVersion } from '@shipmate/domain/capability';
import type { ComputePort } from '../../compute/compute-port.ts';
import { type ApiResource, apiVersionOf } from '../../kubernetes/api/api-resource.ts';
import type { ClusterReader } from '../../kubernetes/api/cluster-reader.ts';
import type { DerivedCapabilities } from '../schema/schema-tasks.ts';

/** The cluster whose kinds are indexed, and the principal that reads it. */
export interface CapabilitySource {
  readonly reader: ClusterReader;
  readonly compute: ComputePort;
  readonly principal: Principal;
}

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
  { reader, compute, principal }: CapabilitySource,
  signal: AbortSignal,
): Promise<DerivedCapabilities> {
  const texts = await Promise.all(
    versionsOf(kinds).map(
      async (version) => [version.split('/').at(-1) ?? '', await readText(version, reader, signal)] as const,
    ),
  );
  return compute.run('deriveCapabilities', [kinds, new Map(texts)], { principal, signal });
}

function versionsOf(kinds: readonly ApiResource[]): readonly string[] {
  return [...new Set(kinds.map(apiVersionOf))];
}

/** Reads a group's schemas; an aggregated API server, such as one for metrics, may be unavailable. */
async function readText(version: string, reader: ClusterReader, signal: AbortSignal): Promise<string | undefined> {
  try {
    return await reader.schemaText(version, signal);
  } catch (thrown) {
    if (AppError.isInstance(thrown) && (thrown.code === 'EXTERNAL_API_ERROR' || thrown.code === 'NOT_FOUND'))
      return undefined;
    throw thrown;
  }
}
