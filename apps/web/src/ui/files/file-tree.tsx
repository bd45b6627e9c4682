import { ChevronRight, FileText } from 'lucide-react';
import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type PointerEvent,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '../components/class-names.ts';
import { type TreeNode, type TreeRow, toRows } from './build-file-tree.ts';
import { ChangeCounts } from './change-counts.tsx';
import { ChangeMark } from './change-mark.tsx';
import { changeOf } from './file-change.ts';
import { rowRem, rowsToRender, useRowsOnScreen } from './row-window.ts';
import type { MenuOpening } from './tree-context-menu.tsx';
import { toTreeMove } from './tree-navigation.ts';
import { countPending, type TreeOperation, toTreeOperation } from './tree-operation.ts';

/** The time after which a touch opens a menu, as long as that of context menus on telephones. */
const longPressMs = 700;

const TreeContextMenu = lazy(async () => ({ default: (await import('./tree-context-menu.tsx')).TreeContextMenu }));

interface FileTreeProps {
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
  const [isMenuNear, setMenuNear] = useState(false);
  const [opening, setOpening] = useState<MenuOpening>();
  const tree = useRef<HTMLDivElement>(null);
  const longPress = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rows = useMemo(() => toRows(nodes, collapsed), [nodes, collapsed]);
  const selectedPath = rows.find(({ node }) => node.kind === 'file' && node.file.id === selectedId)?.node.path;
  const isCurrentShown = rows.some(({ node }) => node.path === current);
  const tabStop = isCurrentShown ? current : (selectedPath ?? rows[0]?.node.path);
  const onScreen = useRowsOnScreen(tree);
  const always = [tabStop, selectedPath].map((path) => rows.findIndex(({ node }) => node.path === path));
  const rendered = rowsToRender({ count: rows.length, ...onScreen, always });

  useEffect(() => {
    if (isShown && selectedPath !== undefined) findRow(selectedPath)?.scrollIntoView({ block: 'nearest' });
  }, [isShown, selectedPath]);

  useEffect(() => endLongPress, []);

  function findRow(path: string): HTMLElement | null | undefined {
    return tree.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  }

  /** The row may not be rendered until it is the current one. */
  function focusRow(path: string) {
    flushSync(() => onCurrent(path));
    findRow(path)?.focus();
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
    else if (move?.kind === 'focus') focusRow(move.path);
    else if (move) toggle(move.path);
    else activate(node);
  }

  /** Safari on telephones has no event for a menu: a finger that rests on a row opens it. */
  function beginLongPress(event: PointerEvent) {
    endLongPress();
    if (event.pointerType === 'mouse') return;
    const { target, clientX: x, clientY: y } = event;
    longPress.current = setTimeout(() => openMenu(target, { x, y }), longPressMs);
  }

  function endLongPress() {
    clearTimeout(longPress.current);
  }

  /** Opens the menu for the row under the pointer, or for the focused row when a key opens it. */
  function onContextMenu(event: MouseEvent) {
    endLongPress();
    if (openMenu(event.target, { x: event.clientX, y: event.clientY })) event.preventDefault();
  }

  /** Returns true if the target is in a row. */
  function openMenu(target: EventTarget, place: { readonly x: number; readonly y: number }): boolean {
    const row = target instanceof Element ? target.closest('[data-row]') : null;
    const path = row?.querySelector<HTMLElement>('[data-path]')?.dataset['path'];
    const node = rows.find((candidate) => candidate.node.path === path)?.node;
    if (!node) return false;
    onCurrent(node.path);
    setMenuNear(true);
    setOpening({ node, ...place });
    return true;
  }

  return (
    <>
      <div
        ref={tree}
        role="tree"
        aria-label="Files"
        className="relative min-h-full [-webkit-touch-callout:none]"
        style={{ height: `${rows.length * rowRem + 2 * paddingRem}rem` }}
        onPointerEnter={() => setMenuNear(true)}
        onFocus={() => setMenuNear(true)}
        onContextMenu={onContextMenu}
        onPointerDown={beginLongPress}
        onPointerMove={endLongPress}
        onPointerUp={endLongPress}
        onPointerCancel={endLongPress}
      >
        {rendered.flatMap((index) => {
          const row = rows[index];
          if (!row) return [];
          return (
            <FileTreeItem
              key={row.node.path}
              row={row}
              top={`${index * rowRem + paddingRem}rem`}
              isOpen={!collapsed.has(row.node.path)}
              isSelected={row.node.path === selectedPath}
              isTabStop={row.node.path === tabStop}
              onActivate={() => activate(row.node)}
              onFocus={() => onCurrent(row.node.path)}
              onKeyDown={(event) => onKeyDown(event, row.node)}
            />
          );
        })}
      </div>
      <Suspense>
        {isMenuNear && (
          <TreeContextMenu opening={opening} labelledBy={opening && toRowId(opening.node)} onOperate={onOperate} />
        )}
      </Suspense>
    </>
  );
}

const paddingRem = 0.375;

interface FileTreeItemProps {
  readonly row: TreeRow;
  /** Distance from the top of the tree. */
  readonly top: string;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly onActivate: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A file or folder of the tree. */
function FileTreeItem({ row, top, isOpen, isSelected, isTabStop, onActivate, onFocus, onKeyDown }: FileTreeItemProps) {
  const { node, level, position, siblings } = row;
  const change = node.kind === 'file' ? changeOf(node.file) : null;
  const pendingInside = node.kind === 'folder' && !isOpen ? countPending(node) : 0;
  return (
    <div
      role="none"
      data-row
      onClick={onActivate}
      style={{ top, paddingLeft: `${level * 0.75 - 0.25}rem` }}
      className={classNames(
        'has-focus-visible:outline-accent absolute inset-x-1.5 flex h-7 cursor-pointer items-center gap-1.5 rounded-md pr-2 text-xs -outline-offset-2 select-none has-focus-visible:outline-2',
        isSelected ? 'bg-accent-soft font-medium' : 'hover:bg-raised',
      )}
    >
      <div
        role="treeitem"
        id={toRowId(node)}
        aria-label={node.path}
        aria-description={describeNode(node)}
        aria-level={level}
        aria-posinset={position}
        aria-setsize={siblings}
        aria-selected={isSelected}
        {...(node.kind === 'folder' ? { 'aria-expanded': isOpen } : {})}
        data-path={node.path}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        className="flex min-w-0 flex-1 items-center gap-1.5 outline-none"
      >
        {node.kind === 'folder' ? (
          <ChevronRight
            aria-hidden
            className={classNames('text-muted size-3.5 shrink-0 transition-transform', isOpen && 'rotate-90')}
          />
        ) : (
          <FileText aria-hidden className="text-muted size-3.5 shrink-0" />
        )}
        <span
          title={node.name}
          className={classNames('min-w-0 truncate', change === 'deleted' && 'text-muted line-through')}
        >
          {node.name}
        </span>
      </div>
      {node.kind === 'file' && change && (
        <span aria-hidden className="flex shrink-0 items-center gap-1.5">
          <ChangeCounts additions={node.file.additions} deletions={node.file.deletions} />
          <ChangeMark change={change} />
        </span>
      )}
      {pendingInside > 0 && (
        <span
          aria-hidden
          title={describeInside(pendingInside)}
          className="bg-caution-soft text-caution shrink-0 rounded-full px-1.5 text-2xs tabular-nums"
        >
          {pendingInside}
        </span>
      )}
    </div>
  );
}

/** Returns the element id of a row. */
function toRowId({ path }: TreeNode): string {
  return `row-${encodeURIComponent(path)}`;
}

function describeNode(node: TreeNode): string | undefined {
  if (node.kind === 'folder') {
    const pending = countPending(node);
    return pending === 0 ? undefined : describeInside(pending);
  }
  const change = changeOf(node.file);
  if (change === null) return undefined;
  const { path, additions, deletions, pendingPath } = node.file;
  const from = pendingPath === null ? '' : ` from ${path}`;
  return `${change}${from}, ${additions} added, ${deletions} removed`;
}

function describeInside(pending: number): string {
  return pending === 1 ? '1 changed file inside' : `${pending} changed files inside`;
}
