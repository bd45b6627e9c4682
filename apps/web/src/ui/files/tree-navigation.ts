import type { TreeRow } from './build-file-tree.ts';

/** The effect of a key in the tree: move to a row, or open or close a folder. */
type TreeMove = { readonly kind: 'focus'; readonly path: string } | { readonly kind: 'toggle'; readonly path: string };

/** Returns the move of a key from a row according to the ARIA tree pattern; `undefined` when the key has no effect. */
export function toTreeMove(
  key: string,
  { rows, path, collapsed }: { rows: readonly TreeRow[]; path: string; collapsed: ReadonlySet<string> },
): TreeMove | undefined {
  const index = rows.findIndex(({ node }) => node.path === path);
  const row = rows[index];
  if (!row) return undefined;
  const isFolder = row.node.kind === 'folder';
  const isOpen = isFolder && !collapsed.has(path);
  switch (key) {
    case 'ArrowDown':
      return focusOn(rows[index + 1]);
    case 'ArrowUp':
      return focusOn(rows[index - 1]);
    case 'Home':
      return focusOn(rows[0]);
    case 'End':
      return focusOn(rows.at(-1));
    case 'ArrowRight':
      if (!isFolder) return undefined;
      return isOpen ? focusOn(rows[index + 1]) : { kind: 'toggle', path };
    case 'ArrowLeft':
      return isOpen
        ? { kind: 'toggle', path }
        : focusOn(rows.slice(0, index).findLast(({ level }) => level < row.level));
    default:
      return undefined;
  }
}

function focusOn(row: TreeRow | undefined): TreeMove | undefined {
  return row && { kind: 'focus', path: row.node.path };
}
