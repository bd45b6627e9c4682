import { ContextMenu } from 'radix-ui';
import { useEffect, useRef } from 'react';
import type { TreeNode } from './build-file-tree.ts';
import { TreeMenuItems, treeMenuLook } from './tree-menu.tsx';
import type { TreeOperation } from './tree-operation.ts';

/** A request for the menu of a row, with its place in the window; each request is another object. */
export interface MenuOpening {
  readonly node: TreeNode;
  readonly x: number;
  readonly y: number;
}

interface TreeContextMenuProps {
  /** The last request; undefined before the first one. */
  readonly opening: MenuOpening | undefined;
  /** Element id of its row. */
  readonly labelledBy: string | undefined;
  readonly onOperate: (operation: TreeOperation) => void;
}

/** The menu of a row of the tree. It is not a parent of the tree, which is rendered before the code of the menu is loaded. */
export function TreeContextMenu({ opening, labelledBy, onOperate }: TreeContextMenuProps) {
  const trigger = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!opening) return;
    const { x: clientX, y: clientY } = opening;
    trigger.current?.dispatchEvent(
      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY }),
    );
  }, [opening]);
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger ref={trigger} className="hidden" />
      <ContextMenu.Portal>
        <ContextMenu.Content aria-labelledby={labelledBy} collisionPadding={8} className={treeMenuLook}>
          {opening && <TreeMenuItems node={opening.node} item={ContextMenu.Item} onOperate={onOperate} />}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}
