import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { toRows, type TreeNode } from './build-file-tree.ts';
import { FileTreeItem } from './file-tree-item.tsx';
import { toTreeMove } from './tree-navigation.ts';

export interface FileTreeProps {
  readonly nodes: readonly TreeNode[];
  readonly isShown: boolean;
  readonly selectedId: string | undefined;
  readonly onSelect: (fileId: string) => void;
}

/** The files of a workspace with their pending changes; arrow keys walk through it. */
export function FileTree({ nodes, isShown, selectedId, onSelect }: FileTreeProps) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [focusedPath, setFocusedPath] = useState<string | null>(null);
  const tree = useRef<HTMLDivElement>(null);
  const rows = toRows(nodes, collapsed);
  const selectedPath = rows.find(({ node }) => node.kind === 'file' && node.file.id === selectedId)?.node.path;
  const isFocusedShown = rows.some(({ node }) => node.path === focusedPath);
  const tabStop = isFocusedShown ? focusedPath : (selectedPath ?? rows[0]?.node.path);

  useEffect(() => {
    if (isShown && selectedPath !== undefined) findRow(selectedPath)?.scrollIntoView({ block: 'nearest' });
  }, [isShown, selectedPath]);

  function findRow(path: string): HTMLElement | null | undefined {
    return tree.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  }

  function toggle(path: string) {
    setCollapsed((current) => {
      const next = new Set(current);
      if (!next.delete(path)) next.add(path);
      return next;
    });
  }

  function activate(node: TreeNode) {
    setFocusedPath(node.path);
    if (node.kind === 'folder') toggle(node.path);
    else onSelect(node.file.id);
  }

  function onKeyDown(event: KeyboardEvent, node: TreeNode) {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      activate(node);
      return;
    }
    const move = toTreeMove(event.key, { rows, path: node.path, collapsed });
    if (!move) return;
    event.preventDefault();
    if (move.kind === 'toggle') toggle(move.path);
    else findRow(move.path)?.focus();
  }

  return (
    <div ref={tree} role="tree" aria-label="Files" className="p-1.5">
      {rows.map((row) => (
        <FileTreeItem
          key={row.node.path}
          row={row}
          isOpen={!collapsed.has(row.node.path)}
          isSelected={row.node.path === selectedPath}
          isTabStop={row.node.path === tabStop}
          onActivate={() => activate(row.node)}
          onFocus={() => setFocusedPath(row.node.path)}
          onKeyDown={(event) => onKeyDown(event, row.node)}
        />
      ))}
    </div>
  );
}
