import { AppError } from '@shipmate/core';
import {
  ClusterObjects,
  type KubeObject,
  type NeededKind,
  neededKinds,
  type ObjectList,
  type ObjectScope,
} from '@shipmate/domain/cluster';
import { z } from 'zod';
import { type ApiResource, apiVersionOf, qualifiedNameOf } from '../api/api-resource.ts';
import type { ClusterReader, ListQuery } from '../api/cluster-reader.ts';

/** The objects that were read for the rules, and the gaps. */
interface ReadClusterObjects {
  readonly objects: ClusterObjects;
  /** Reasons for an incomplete result: missing permissions, and lists that were too long. */
  readonly gaps: readonly string[];
}

/** The most objects that are read of one kind. */
const maxObjects = 5_000;

/** Reads all objects that the rules use, as far as permissions allow. @throws AppError when nothing can be read. */
export async function readClusterObjects(
  reader: ClusterReader,
  scope: ObjectScope,
  signal: AbortSignal,
): Promise<ReadClusterObjects> {
  const catalog = await reader.catalog(signal);
  const served = neededKinds.flatMap((needed) => {
    const resource = catalog.find(needed.resource);
    return resource === undefined ? [] : [{ needed, resource }];
  });
  const results = await Promise.all(
    served.map(async ({ needed, resource }) => ({
      kind: needed.kind,
      resource,
      list: await tryToRead(() => readList(needed, resource, { reader, scope, signal })),
    })),
  );
  const read = results.flatMap(({ kind, resource, list }) =>
    AppError.isInstance(list) ? [] : [{ kind, resource, list }],
  );
  const failures = results.flatMap(({ list }) => (AppError.isInstance(list) ? [list] : []));
  const [failure] = failures;
  if (failure !== undefined && read.length === 0) throw failure;
  const cut = read.filter(({ list }) => !list.isComplete);
  return {
    objects: new ClusterObjects(scope, joinLists(results)),
    gaps: [
      ...new Set([
        ...failures.map(toGap),
        ...(read.some(({ kind }) => kind === 'APIService') ? [] : catalog.unavailable.map(toUnavailable)),
        ...cut.map(({ resource, list }) => `Only ${list.items.length} ${qualifiedNameOf(resource)} were read.`),
      ]),
    ],
  };
}

interface ReadResult {
  readonly kind: string;
  readonly list: ObjectList | AppError;
}

/** Joins lists by kind. The list of a kind is complete only if each of its parts is. */
function joinLists(results: readonly ReadResult[]): ReadonlyMap<string, ObjectList> {
  const byKind = Map.groupBy(results, ({ kind }) => kind);
  return new Map(
    [...byKind].flatMap(([kind, parts]) => {
      const lists = parts.flatMap(({ list }) => (AppError.isInstance(list) ? [] : [list]));
      if (lists.length === 0) return [];
      const isComplete = lists.length === parts.length && lists.every((list) => list.isComplete);
      return [[kind, { items: lists.flatMap(({ items }) => items), isComplete }] as const];
    }),
  );
}

/** Returns the gap of an API that discovery reports as stale, when its APIService cannot be read. */
function toUnavailable(apiVersion: string): string {
  return `The API ${apiVersion} does not answer.`;
}

const missingSchema = z.object({ missing: z.object({ verb: z.string(), resource: z.string() }) });

/** Returns the missing permission, or else the failure. */
function toGap({ message, details }: AppError): string {
  const denied = missingSchema.safeParse(details);
  return denied.success ? `Not permitted: "${denied.data.missing.verb}" on ${denied.data.missing.resource}.` : message;
}

interface Reading {
  readonly reader: ClusterReader;
  readonly scope: ObjectScope;
  readonly signal: AbortSignal;
}

async function readList(
  { kind, detail, fieldSelector }: NeededKind,
  resource: ApiResource,
  { reader, scope, signal }: Reading,
): Promise<ObjectList> {
  const identity = { apiVersion: apiVersionOf(resource), kind };
  const items: KubeObject[] = [];
  let continueToken: string | undefined;
  do {
    const query: ListQuery = { namespace: scope.namespace, fieldSelector, continueToken };
    const page =
      detail === 'objects'
        ? await reader.list(resource, query, signal)
        : await readNames(resource, query, { reader, signal });
    items.push(...page.items.map((item) => ({ ...item, ...identity })));
    continueToken = page.continueToken;
  } while (continueToken !== undefined && items.length < maxObjects);
  return { items, isComplete: continueToken === undefined };
}

/** Reads only the metadata of objects. */
async function readNames(
  resource: ApiResource,
  query: ListQuery,
  { reader, signal }: Pick<Reading, 'reader' | 'signal'>,
): Promise<{ readonly items: readonly KubeObject[]; readonly continueToken?: string | undefined }> {
  const { rows, continueToken } = await reader.table(resource, { ...query, withObjects: false }, signal);
  return { items: rows.map(({ object }) => object), continueToken };
}

/** Reads one list; a kind that is forbidden or that its server cannot list does not hide the others. */
async function tryToRead(read: () => Promise<ObjectList>): Promise<ObjectList | AppError> {
  try {
    return await read();
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code === 'EXTERNAL_API_ERROR') return thrown;
    throw thrown;
  }
}
