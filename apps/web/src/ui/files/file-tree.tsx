import { ContextMenu } from 'radix-ui';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { TreeMenuItems, treeMenuLook } from './tree-menu.tsx';
import { toTreeOperation, type TreeOperation } from './tree-operation.ts';
import { toRows, type TreeNode } from './build-file-tree.ts';
import { FileTreeItem, toRowId } from './file-tree-item.tsx';
import { toTreeMove } from './tree-navigation.ts';

export interface FileTreeProps {
  readonly nodes: readonly TreeNode[];
  readonly isShown: boolean;
  readonly selectedId: string | undefined;
  /** Path of the row that last had the focus. */
  readonly current: string | undefined;
  readonly onCurrent: (path: string) => void;
  readonly onSelect: (fileId: string) => void;
  readonly onOperate: (operation: TreeOperation) => void;
}

/** The files of a workspace with their pending changes; arrow keys move through the tree, and each row has a menu. */
export function FileTree({ nodes, isShown, selectedId, current, onCurrent, onSelect, onOperate }: FileTreeProps) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [menuNode, setMenuNode] = useState<TreeNode>();
  const tree = useRef<HTMLDivElement>(null);
  const rows = toRows(nodes, collapsed);
  const selectedPath = rows.find(({ node }) => node.kind === 'file' && node.file.id === selectedId)?.node.path;
  const isCurrentShown = rows.some(({ node }) => node.path === current);
  const tabStop = isCurrentShown ? current : (selectedPath ?? rows[0]?.node.path);

  useEffect(() => {
    if (isShown && selectedPath !== undefined) findRow(selectedPath)?.scrollIntoView({ block: 'nearest' });
  }, [isShown, selectedPath]);

  function findRow(path: string): HTMLElement | null | undefined {
    return tree.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  }

  function toggle(path: string) {
    setCollapsed((before) => {
      const next = new Set(before);
      if (!next.delete(path)) next.add(path);
      return next;
    });
  }

  function activate(node: TreeNode) {
    onCurrent(node.path);
    if (node.kind === 'folder') toggle(node.path);
    else onSelect(node.file.id);
  }

  function onKeyDown(event: KeyboardEvent, node: TreeNode) {
    const operation = toTreeOperation(event.key, node);
    const move = toTreeMove(event.key, { rows, path: node.path, collapsed });
    const isActivation = event.key === 'Enter' || event.key === ' ';
    if (!operation && !move && !isActivation) return;
    event.preventDefault();
    if (operation) onOperate(operation);
    else if (move?.kind === 'focus') findRow(move.path)?.focus();
    else if (move) toggle(move.path);
    else activate(node);
  }

  /** Opens the menu for the row under the pointer, or for the focused row when a key opens it. */
  function onContextMenu(event: MouseEvent) {
    const row = event.target instanceof Element ? event.target.closest('[data-row]') : null;
    const path = row?.querySelector<HTMLElement>('[data-path]')?.dataset['path'];
    const node = rows.find((candidate) => candidate.node.path === path)?.node;
    if (!node) return;
    onCurrent(node.path);
    setMenuNode(node);
  }

  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>
        <div ref={tree} role="tree" aria-label="Files" className="min-h-full p-1.5" onContextMenu={onContextMenu}>
          {rows.map((row) => (
            <FileTreeItem
              key={row.node.path}
              row={row}
              isOpen={!collapsed.has(row.node.path)}
              isSelected={row.node.path === selectedPath}
              isTabStop={row.node.path === tabStop}
              onActivate={() => activate(row.node)}
              onFocus={() => onCurrent(row.node.path)}
              onKeyDown={(event) => onKeyDown(event, row.node)}
            />
          ))}
        </div>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content
          aria-labelledby={menuNode && toRowId(menuNode)}
          collisionPadding={8}
          className={treeMenuLook}
        >
          {menuNode && <TreeMenuItems node={menuNode} item={ContextMenu.Item} onOperate={onOperate} />}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}
