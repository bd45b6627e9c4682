import type { CodeMapFile, DiagramEvidence } from '@shipmate/domain/code-map';

/** A file that imports another one, with the first line that does. */
export interface ImportLink {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly evidence: DiagramEvidence;
}

/** Returns the imports between files of a set, one for each pair, in the order of the files. A file's import of itself is left out. */
export function listImportLinks(files: readonly CodeMapFile[]): readonly ImportLink[] {
  const known = new Set(files.map(({ path }) => path));
  return files.flatMap(({ path: from, imports }) => {
    const links = new Map<string, ImportLink>();
    for (const { path: to, line } of imports) {
      if (to === null || to === from || !known.has(to)) continue;
      const link = links.get(to);
      links.set(to, link ? { ...link, count: link.count + 1 } : { from, to, count: 1, evidence: { path: from, line } });
    }
    return [...links.values()];
  });
}

/** The imports of files in both directions. */
export interface LinkIndex {
  readonly imports: ReadonlyMap<string, readonly ImportLink[]>;
  readonly importers: ReadonlyMap<string, readonly ImportLink[]>;
}

/** Groups imports by importing and imported file. */
export function indexLinks(links: readonly ImportLink[]): LinkIndex {
  return { imports: Map.groupBy(links, ({ from }) => from), importers: Map.groupBy(links, ({ to }) => to) };
}

/** Returns the files at most `hops` imports away from a set, in either direction, nearest first; the set itself comes first. */
export function findNeighbours(
  { imports, importers }: LinkIndex,
  start: readonly string[],
  { hops, limit }: { readonly hops: number; readonly limit: number },
): readonly string[] {
  const found = new Set(start);
  let ring: readonly string[] = start;
  for (let hop = 0; hop < hops && found.size < limit; hop += 1) {
    const next = new Set<string>();
    for (const path of ring) {
      for (const { to } of imports.get(path) ?? []) if (!found.has(to)) next.add(to);
      for (const { from } of importers.get(path) ?? []) if (!found.has(from)) next.add(from);
    }
    ring = [...next].toSorted();
    for (const path of ring) if (found.size < limit) found.add(path);
  }
  return [...found];
}
