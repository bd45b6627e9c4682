import { AppError } from '@shipmate/core';
import { type NeededKind, neededKinds, type ObjectScope } from '@shipmate/domain/cluster';
import { z } from 'zod';
import { type ApiResource, apiVersionOf, qualifiedNameOf } from '../api/api-resource.ts';
import type { ClusterReader } from '../api/cluster-reader.ts';
import type { ClusterText, ListText } from './cluster-text.ts';

/** The objects that were read for the rules, and the gaps. */
interface ReadClusterText {
  readonly text: ClusterText;
  /** Reasons for an incomplete result: missing permissions, and lists that were too long. */
  readonly gaps: readonly string[];
}

/** The most objects that are read of one kind. */
const maxObjects = 5_000;

/**
 * Reads all objects that the rules use, as far as permissions allow. They are parsed only in the compute pool.
 *
 * @throws AppError when nothing can be read.
 */
export async function readClusterText(
  reader: ClusterReader,
  scope: ObjectScope,
  signal: AbortSignal,
): Promise<ReadClusterText> {
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
    text: { scope, lists: joinLists(results) },
    gaps: [
      ...new Set([
        ...failures.map(toGap),
        ...(read.some(({ kind }) => kind === 'APIService') ? [] : catalog.unavailable.map(toUnavailable)),
        ...cut.map(({ resource, list }) => `Only ${list.count} ${qualifiedNameOf(resource)} were read.`),
      ]),
    ],
  };
}

/** Part of a list of a kind. */
interface ListPart extends Omit<ListText, 'kind'> {
  readonly count: number;
}

interface ReadResult {
  readonly kind: string;
  readonly list: ListPart | AppError;
}

/** Joins lists by kind. The list of a kind is complete only if each of its parts is. */
function joinLists(results: readonly ReadResult[]): readonly ListText[] {
  return [...Map.groupBy(results, ({ kind }) => kind)].flatMap(([kind, parts]) => {
    const lists = parts.flatMap(({ list }) => (AppError.isInstance(list) ? [] : [list]));
    if (lists.length === 0) return [];
    const isComplete = lists.length === parts.length && lists.every((list) => list.isComplete);
    return [{ kind, isComplete, pages: lists.flatMap(({ pages }) => pages) }];
  });
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
  { detail, fieldSelector }: NeededKind,
  resource: ApiResource,
  { reader, scope: { namespace }, signal }: Reading,
): Promise<ListPart> {
  const apiVersion = apiVersionOf(resource);
  const pages: ListText['pages'][number][] = [];
  let count = 0;
  let continueToken: string | undefined;
  do {
    const page = await reader.listText(resource, { namespace, fieldSelector, continueToken, detail }, signal);
    pages.push({ apiVersion, items: page.items });
    count += page.count;
    continueToken = page.continueToken;
  } while (continueToken !== undefined && count < maxObjects);
  return { pages, count, isComplete: continueToken === undefined };
}

/** Reads one list; a kind that is forbidden or that its server cannot list does not hide the others. */
async function tryToRead(read: () => Promise<ListPart>): Promise<ListPart | AppError> {
  try {
    return await read();
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code === 'EXTERNAL_API_ERROR') return thrown;
    throw thrown;
  }
}
