import type { DiagramNode } from '@shipmate/domain/code-map';
import type { ComponentType, ReactNode } from 'react';

/** The ways to work on a node. */
export interface NodeCommands {
  readonly focus: (node: DiagramNode) => void;
  readonly unfold: (nodeId: string) => void;
  readonly fold: (nodeId: string) => void;
  readonly canFold: (node: DiagramNode) => boolean;
  readonly openFile: (node: DiagramNode) => void;
  readonly explain: (node: DiagramNode) => void;
  readonly copyPath: (path: string) => void;
  readonly sliceFrom: (path: string) => void;
}

/** An action of a node. */
export interface NodeAction {
  readonly label: string;
  readonly run: () => void;
}

/** Returns the actions of a node that a menu, the panel and the list offer. */
export function toNodeActions(node: DiagramNode, commands: NodeCommands): readonly NodeAction[] {
  const { kind, path, canExpand } = node.data;
  const isCode = kind === 'file' || kind === 'symbol' || (kind === 'fact' && path !== null);
  return [
    { label: 'Explain in chat', run: () => commands.explain(node) },
    { label: 'Focus', run: () => commands.focus(node) },
    ...(canExpand ? [{ label: 'Unfold', run: () => commands.unfold(node.id) }] : []),
    ...(!canExpand && commands.canFold(node) ? [{ label: 'Fold', run: () => commands.fold(node.id) }] : []),
    ...(isCode ? [{ label: 'Open file', run: () => commands.openFile(node) }] : []),
    ...(path === null
      ? []
      : [
          { label: 'Copy path', run: () => commands.copyPath(path) },
          { label: 'Draw slice from here', run: () => commands.sliceFrom(path) },
        ]),
  ];
}

export const menuLook =
  'border-line bg-surface z-50 max-w-[calc(100vw-1rem)] min-w-48 rounded-lg border p-1 text-xs shadow-lg';
export const menuItemLook =
  'data-highlighted:bg-raised flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 outline-none data-disabled:opacity-50';

interface MenuItemProps {
  readonly className: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

interface NodeMenuItemsProps {
  readonly actions: readonly NodeAction[];
  /** Component of an item of the surrounding menu. */
  readonly item: ComponentType<MenuItemProps>;
}

/** The actions of a node, as menu items. */
export function NodeMenuItems({ actions, item: Item }: NodeMenuItemsProps) {
  return actions.map(({ label, run }) => (
    <Item key={label} className={menuItemLook} onSelect={run}>
      {label}
    </Item>
  ));
}
