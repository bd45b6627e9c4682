import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { lazyRouteComponent } from '@tanstack/react-router';
import { ChevronRight, Ellipsis, FilePlus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '../components/class-names.ts';
import { IconButton } from '../components/icon-button.tsx';
import { MenuOnDemand } from '../components/menu-on-demand.tsx';
import { isFocusLost } from '../keyboard/is-focus-lost.ts';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { findNode, type TreeNode } from './build-file-tree.ts';
import { FileTree } from './file-tree.tsx';
import type { TreeOperation } from './tree-operation.ts';

const TreeDropdown = lazyRouteComponent(() => import('./tree-menu.tsx'), 'TreeDropdown');
const TreeOperationDialog = lazy(async () => ({
  default: (await import('./tree-operation-dialog.tsx')).TreeOperationDialog,
}));

interface FilesSidebarProps {
  readonly workspaceId: string;
  readonly revisionNumber: number;
  readonly tree: readonly TreeNode[];
  readonly isShown: boolean;
  /** True while a file is being edited: narrow screens hide the list. */
  readonly isEditing: boolean;
  readonly selectedId: string | undefined;
  readonly onSelect: (fileId: string) => void;
  readonly onCreated: (file: FileSummary) => void;
}

/** The file tree with its actions. */
export function FilesSidebar({
  workspaceId,
  revisionNumber,
  tree,
  isShown,
  isEditing,
  selectedId,
  onSelect,
  onCreated,
}: FilesSidebarProps) {
  const [currentPath, setCurrentPath] = useState<string>();
  const [operation, setOperation] = useState<TreeOperation>();
  const [isFolded, setFolded] = useState(true);
  const toggle = useRef<HTMLButtonElement>(null);
  const createFile = () => setOperation({ kind: 'create', folder: '' });
  usePaletteActions([{ id: 'files.create', group: 'Files', label: 'New file…', run: createFile }]);
  /** On a narrow page the tree covers the file, so choosing a file closes the tree. */
  function select(fileId: string) {
    flushSync(() => setFolded(true));
    if (fileId === selectedId && isFocusLost()) toggle.current?.focus();
    onSelect(fileId);
  }

  const current = findNode(tree, ({ path }) => path === currentPath);
  const subject = current ?? findNode(tree, (node) => node.kind === 'file' && node.file.id === selectedId);

  return (
    <div
      className={classNames(
        'border-line flex max-h-[40%] shrink-0 flex-col border-b md:max-h-none md:w-52 md:border-r md:border-b-0 2xl:w-64',
        isEditing && 'max-md:hidden',
      )}
    >
      <div className="border-line flex items-center border-b pr-1 pl-3">
        <h2 className="text-muted min-w-0 flex-1 text-2xs font-medium">
          <span className="max-md:hidden">Files</span>
          <button
            ref={toggle}
            type="button"
            aria-expanded={!isFolded}
            aria-controls="file-tree"
            onClick={() => setFolded(!isFolded)}
            className="hover:text-ink flex h-8 w-full items-center gap-1.5 -outline-offset-2 md:hidden"
          >
            <ChevronRight
              aria-hidden
              className={classNames('size-3.5 shrink-0 transition-transform', !isFolded && 'rotate-90')}
            />
            All files
          </button>
        </h2>
        <IconButton label="New file" aria-haspopup="dialog" onClick={createFile}>
          <FilePlus />
        </IconButton>
        <MenuOnDemand
          menu={TreeDropdown}
          options={{ node: subject, onOperate: setOperation }}
          button={(props) => (
            <IconButton label={subject ? `Actions for ${subject.path}` : 'Actions'} disabled={!subject} {...props}>
              <Ellipsis />
            </IconButton>
          )}
        />
      </div>
      <div
        id="file-tree"
        className={classNames(
          'min-h-0 flex-1 overflow-y-auto',
          isFolded && selectedId !== undefined && 'max-md:hidden',
        )}
      >
        <FileTree
          nodes={tree}
          isShown={isShown}
          selectedId={selectedId}
          current={current?.path}
          onCurrent={setCurrentPath}
          onSelect={select}
          onOperate={setOperation}
        />
      </div>
      <Suspense>
        {operation && (
          <TreeOperationDialog
            workspaceId={workspaceId}
            revisionNumber={revisionNumber}
            operation={operation}
            onClose={() => setOperation(undefined)}
            onCreated={onCreated}
          />
        )}
      </Suspense>
    </div>
  );
}
