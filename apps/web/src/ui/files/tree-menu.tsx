import { DropdownMenu } from 'radix-ui';
import type { ComponentType, ReactNode } from 'react';
import type { TreeNode } from './build-file-tree.ts';
import { classNames } from '../components/class-names.ts';
import { Dropdown, type DropdownProps } from '../components/dropdown.tsx';
import { toTreeActions, type TreeOperation } from './tree-operation.ts';

export const treeMenuLook =
  'border-line bg-surface z-50 max-w-[calc(100vw-1rem)] min-w-48 rounded-lg border p-1 text-xs shadow-lg';

interface MenuItemProps {
  readonly className: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

interface TreeMenuItemsProps {
  readonly node: TreeNode;
  /** Component of an item of the surrounding menu. */
  readonly item: ComponentType<MenuItemProps>;
  readonly onOperate: (operation: TreeOperation) => void;
}

/** The actions of a file or folder, as menu items. */
export function TreeMenuItems({ node, item: Item, onOperate }: TreeMenuItemsProps) {
  return toTreeActions(node).map(({ label, hint, operation }) => (
    <Item
      key={label}
      onSelect={() => onOperate(operation)}
      className={classNames(
        'data-highlighted:bg-raised flex h-8 cursor-pointer items-center justify-between gap-4 rounded-md px-2 outline-none',
        operation.kind === 'delete' && 'text-removed',
      )}
    >
      <span className="truncate">{label}</span>
      {hint !== undefined && (
        <kbd aria-hidden className="text-muted font-mono text-2xs">
          {hint}
        </kbd>
      )}
    </Item>
  ));
}

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
