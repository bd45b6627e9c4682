import type { RepositoryLabel } from './code-map.ts';

/** A range of lines, from 1, inclusive. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** The place in a repository that a node stands for. */
export interface CodePlace {
  /** Without a slash at its end; `''` is the top. */
  readonly path: string;
  /** A symbol or a range in a file. */
  readonly lines?: LineRange | undefined;
}

/** Returns the id of a node, which search results and diagrams share: `owner/repo:path`, with `#L10-20` for a range. */
export function toCodeNodeId({ owner, repo }: RepositoryLabel, { path, lines }: CodePlace): string {
  const range = lines === undefined ? '' : `#L${lines.startLine}-${lines.endLine}`;
  return `${owner}/${repo}:${path}${range}`;
}

/** Reads the id of a node of a repository; undefined for an id of another form or repository. */
export function fromCodeNodeId(label: RepositoryLabel, id: string): CodePlace | undefined {
  const prefix = toCodeNodeId(label, { path: '' });
  if (!id.startsWith(prefix)) return undefined;
  const rest = id.slice(prefix.length);
  const range = /#L(\d{1,9})-(\d{1,9})$/u.exec(rest);
  if (range === null) return { path: rest };
  return {
    path: rest.slice(0, range.index),
    lines: { startLine: Number(range[1]), endLine: Number(range[2]) },
  };
}
