import { ChevronRight, FileText } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { classNames } from '../components/class-names.ts';
import { countPending } from './tree-operation.ts';
import type { TreeNode, TreeRow } from './build-file-tree.ts';
import { ChangeCounts } from './change-counts.tsx';
import { ChangeMark } from './change-mark.tsx';
import { changeOf } from './file-change.ts';

export interface FileTreeItemProps {
  readonly row: TreeRow;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly onActivate: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A file or folder of the tree. */
export function FileTreeItem({
  row,
  isOpen,
  isSelected,
  isTabStop,
  onActivate,
  onFocus,
  onKeyDown,
}: FileTreeItemProps) {
  const { node, level, position, siblings } = row;
  const change = node.kind === 'file' ? changeOf(node.file) : null;
  const pendingInside = node.kind === 'folder' && !isOpen ? countPending(node) : 0;
  return (
    <div
      role="none"
      data-row
      onClick={onActivate}
      style={{ paddingLeft: `${level * 0.75 - 0.25}rem` }}
      className={classNames(
        'has-focus-visible:outline-accent flex h-7 cursor-pointer items-center gap-1.5 rounded-md pr-2 text-xs -outline-offset-2 select-none has-focus-visible:outline-2',
        isSelected ? 'bg-accent-soft font-medium' : 'hover:bg-raised',
      )}
    >
      <div
        role="treeitem"
        id={toRowId(node)}
        aria-label={node.path}
        aria-description={describe(node)}
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
export function toRowId({ path }: TreeNode): string {
  return `row-${encodeURIComponent(path)}`;
}

function describe(node: TreeNode): string | undefined {
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
