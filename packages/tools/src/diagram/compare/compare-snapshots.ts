import type { CodeMapFile, CodeMapSnapshot, DiagramEvidence } from '@shipmate/domain/code-map';
import { findGroups } from '../build/code-groups.ts';
import { compareNames } from '../build/compare-names.ts';
import { type ImportLink, listImportLinks } from '../build/import-links.ts';
import { findRunTimeCycles } from '../health/find-cycles.ts';

/** An import between two files, packages or folders. */
export interface ComparedEdge {
  readonly from: string;
  readonly to: string;
  readonly evidence: DiagramEvidence;
}

/** The differences between the code maps of two commits. */
export interface SnapshotComparison {
  readonly base: string;
  readonly head: string;
  /** Paths, sorted. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Files whose content changed. */
  readonly changed: readonly string[];
  /** Files with the same content at another path. */
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  readonly addedEdges: readonly ComparedEdge[];
  /** With the paths and lines of the base. */
  readonly removedEdges: readonly ComparedEdge[];
  /** Packages or folders of which the first did not import the second before; by their first import. */
  readonly addedDependencies: readonly ComparedEdge[];
  /** Files that import each other in a circle at run time, and did not all do so before. */
  readonly addedCycles: readonly (readonly string[])[];
}

/** Compares files and imports of two commits. An import is the same if both of its files are, moved or not. */
export function compareSnapshots(base: CodeMapSnapshot, head: CodeMapSnapshot): SnapshotComparison {
  const [before, after] = [base.files, head.files].map((files) => new Map(files.map((file) => [file.path, file])));
  if (!before || !after) throw new Error('Two maps are compared.');
  const gone = base.files.filter(({ path }) => !after.has(path));
  const fresh = head.files.filter(({ path }) => !before.has(path));
  const moved = pairMoved(gone, fresh);
  const movedTo = new Map(moved.map(({ from, to }) => [from, to]));
  const arrived = new Set(moved.map(({ to }) => to));
  const toHead = (path: string) => movedTo.get(path) ?? path;
  const keyOf = (from: string, to: string) => JSON.stringify([from, to]);
  const links = { base: listImportLinks(base.files), head: listImportLinks(head.files) };
  const known = new Set(links.base.map(({ from, to }) => keyOf(toHead(from), toHead(to))));
  const present = new Set(links.head.map(({ from, to }) => keyOf(from, to)));
  const cyclesBefore = findRunTimeCycles(base.files).map((paths) => new Set(paths.map(toHead)));
  return {
    base: base.commit,
    head: head.commit,
    added: fresh.map(({ path }) => path).filter((path) => !arrived.has(path)),
    removed: gone.map(({ path }) => path).filter((path) => !movedTo.has(path)),
    changed: head.files
      .filter(({ path, blobId }) => before.has(path) && before.get(path)?.blobId !== blobId)
      .map(({ path }) => path),
    moved,
    addedEdges: links.head.filter(({ from, to }) => !known.has(keyOf(from, to))).map(toEdge),
    removedEdges: links.base.filter(({ from, to }) => !present.has(keyOf(toHead(from), toHead(to)))).map(toEdge),
    addedDependencies: findAddedDependencies(base.files, head.files),
    addedCycles: findRunTimeCycles(head.files).filter(
      (paths) => !cyclesBefore.some((before) => paths.every((path) => before.has(path))),
    ),
  };
}

function findAddedDependencies(base: readonly CodeMapFile[], head: readonly CodeMapFile[]): readonly ComparedEdge[] {
  const known = new Set(listDependencies(base).keys());
  return [...listDependencies(head)].flatMap(([key, edge]) => (known.has(key) ? [] : [edge]));
}

/** The imports between packages or folders, each with its first line. */
function listDependencies(files: readonly CodeMapFile[]): ReadonlyMap<string, ComparedEdge> {
  const groupOf = findGroups(files);
  const found = new Map<string, ComparedEdge>();
  for (const { from, to, evidence } of listImportLinks(files)) {
    const [source, target] = [groupOf(from), groupOf(to)];
    if (source === undefined || target === undefined || source === target) continue;
    const key = JSON.stringify([source, target]);
    if (!found.has(key)) found.set(key, { from: source, to: target, evidence });
  }
  return found;
}

/** Pairs files of the same content, in the order of their paths; empty files say nothing. */
function pairMoved(
  gone: readonly CodeMapFile[],
  fresh: readonly CodeMapFile[],
): readonly { readonly from: string; readonly to: string }[] {
  const byBlob = Map.groupBy(
    fresh.filter(({ size }) => size > 0),
    ({ blobId }) => blobId,
  );
  const taken = new Map<string, number>();
  return gone
    .flatMap(({ path: from, blobId }) => {
      const at = taken.get(blobId) ?? 0;
      const target = byBlob.get(blobId)?.[at];
      if (!target) return [];
      taken.set(blobId, at + 1);
      return [{ from, to: target.path }];
    })
    .toSorted((one, other) => compareNames(one.from, other.from));
}

function toEdge({ from, to, evidence }: ImportLink): ComparedEdge {
  return { from, to, evidence };
}
