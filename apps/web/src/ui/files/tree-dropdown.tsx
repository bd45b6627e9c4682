import { DropdownMenu } from 'radix-ui';
import { Dropdown, type DropdownProps } from '../components/dropdown.tsx';
import type { TreeNode } from './build-file-tree.ts';
import { TreeMenuItems, treeMenuLook } from './tree-menu.tsx';
import type { TreeOperation } from './tree-operation.ts';

interface TreeDropdownProps extends DropdownProps {
  /** The current file or folder. */
  readonly node: TreeNode | undefined;
  readonly onOperate: (operation: TreeOperation) => void;
}

/** The menu of the current file or folder, with its button. */
export function TreeDropdown({ node, onOperate, ...dropdown }: TreeDropdownProps) {
  return (
    <Dropdown {...dropdown} align="end" className={treeMenuLook}>
      {node && <TreeMenuItems node={node} item={DropdownMenu.Item} onOperate={onOperate} />}
    </Dropdown>
  );
}
