import type { LineRange } from '@shipmate/domain/code-map';
import { toText, type UncheckedSearch } from '../router/search-value.ts';

/** The state of a diagram's page in its address. */
export interface DiagramSearch {
  /** Id of the selected node. */
  readonly node?: string | undefined;
  /** Path of the open file. */
  readonly file?: string | undefined;
  /** The highlighted lines of the file, such as `10-20`. */
  readonly lines?: string | undefined;
  readonly view?: 'list' | undefined;
}

/** Parses the search parameters of a diagram's page; drops those that it does not know. */
export function parseDiagramSearch(search: UncheckedSearch): DiagramSearch {
  const file = toText(search['file']);
  const lines = toText(search['lines']);
  return {
    node: toText(search['node']),
    file,
    lines: file !== undefined && toLineRange(lines) ? lines : undefined,
    view: search['view'] === 'list' ? 'list' : undefined,
  };
}

/** Returns the range of `10-20` or `10`; undefined for any other text. */
export function toLineRange(text: string | undefined): LineRange | undefined {
  const found = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text ?? '');
  if (found === null) return undefined;
  const startLine = Math.max(Number(found[1]), 1);
  return { startLine, endLine: Math.max(Number(found[2] ?? found[1]), startLine) };
}
