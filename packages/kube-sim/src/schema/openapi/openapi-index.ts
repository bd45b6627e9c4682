import { createHash } from 'node:crypto';
import { namedGroups } from '../../resources/discovery.ts';
import type { GroupVersion } from '../../resources/resource-registry.ts';
import { pathOf } from './operations.ts';
import { rootDocuments } from './root-documents.ts';

/** Names what `/openapi/v3` serves, with a hash that changes when the document does. */
export interface OpenApiIndex {
  toIndex(versions: readonly GroupVersion[]): Readonly<Record<string, unknown>>;
  /** The hash of the document at a path; undefined where there is none. */
  hashOf(path: string, versions: readonly GroupVersion[]): string | undefined;
}

/** Makes the index of one server. */
export function createOpenApiIndex(gitVersion: string): OpenApiIndex {
  // Definitions are never changed in place, and to hash those of 500 custom resources takes a while.
  const known = new WeakMap<object, string>();

  function hashOfDefinition(definition: GroupVersion['resources'][number]): string {
    const hash = known.get(definition) ?? toHash(JSON.stringify(definition));
    known.set(definition, hash);
    return hash;
  }

  function toHashes(versions: readonly GroupVersion[]): ReadonlyMap<string, string> {
    const groups = [...namedGroups(versions)].map(([group, each]): [string, string] => [
      `apis/${group}`,
      each.map(({ version }) => version).join(','),
    ]);
    const documents = versions.map((each): [string, string] => [
      pathOf(each),
      each.resources.map(hashOfDefinition).join(','),
    ]);
    const roots = Object.keys(rootDocuments).map((path): [string, string] => [path, path]);
    const sources = [...roots, ...groups, ...documents].sort(([left], [right]) => (left < right ? -1 : 1));
    return new Map(sources.map(([path, text]) => [path, toHash(`${gitVersion} ${path} ${text}`)]));
  }

  return {
    toIndex(versions) {
      const entries = [...toHashes(versions)].map(([path, hash]) => [
        path,
        { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` },
      ]);
      return { paths: Object.fromEntries(entries) as object };
    },
    hashOf: (path, versions) => toHashes(versions).get(path),
  };
}

function toHash(text: string): string {
  return createHash('sha512').update(text).digest('hex').toUpperCase();
}
