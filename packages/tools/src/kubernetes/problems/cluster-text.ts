import { ClusterObjects, type ObjectScope } from '@shipmate/domain/cluster';
import type { KubeObject } from '@shipmate/domain/cluster/object';
import { fromSharedText, type SharedText } from '../api/shared-text.ts';

/** The objects of a kind, as JSON. */
export interface ListText {
  readonly kind: string;
  /** True if the list has all objects of the kind in the scope. */
  readonly isComplete: boolean;
  /** JSON arrays of the objects, in the API version of each. */
  readonly pages: readonly { readonly apiVersion: string; readonly items: SharedText }[];
}

/** The objects of a cluster for the rules, as JSON that only worker threads parse. */
export interface ClusterText {
  readonly scope: ObjectScope;
  /** Kinds that could not be read are absent. */
  readonly lists: readonly ListText[];
}

/** Parses the objects of a cluster. */
export function parseClusterText({ scope, lists }: ClusterText): ClusterObjects {
  return new ClusterObjects(
    scope,
    new Map(
      lists.map(({ kind, isComplete, pages }) => [
        kind,
        { isComplete, items: pages.flatMap((page) => parsePage(page, kind)) },
      ]),
    ),
  );
}

/** Items of a list may lack their kind, and metadata has a kind of its own. */
function parsePage({ apiVersion, items }: ListText['pages'][number], kind: string): readonly KubeObject[] {
  const objects = JSON.parse(fromSharedText(items)) as readonly KubeObject[];
  return objects.map((object) => ({ ...object, apiVersion, kind }));
}
