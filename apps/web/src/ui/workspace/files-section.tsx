import type { WorkspaceResponse } from '@shipmate/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useChangeDecision } from '../api/changes.ts';
import { workspaceKey } from '../api/workspaces.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import type { ChangeNavigator } from '../editor/file-editor.tsx';
import { isFocusLost } from '../keyboard/is-focus-lost.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { useMediaQuery } from '../preference/use-media-query.ts';
import { usePreference } from '../preference/use-preference.ts';
import { buildFileTree, filesInOrder } from './build-file-tree.ts';
import { ChangesBar } from './changes-bar.tsx';
import { FileHeader } from './file-header.tsx';
import { FilePane } from './file-pane.tsx';
import { FileTree } from './file-tree.tsx';
import { defaultFile, neighbourChange } from './review-order.ts';

export interface FilesSectionProps {
  readonly workspace: WorkspaceResponse;
  /** False while another pane is shown in its place. */
  readonly isShown: boolean;
  readonly chosenId: string | undefined;
  readonly onChoose: (fileId: string | undefined) => void;
}

/** The files of the workspace, and the review of what is pending in them. */
export function FilesSection({ workspace, isShown, chosenId, onChoose }: FilesSectionProps) {
  const { id, currentRevisionNumber: revisionNumber } = workspace.workspace;
  const client = useQueryClient();
  const decision = useChangeDecision(id);
  const [storedLayout, storeLayout] = usePreference('diff');
  const isRoomy = useMediaQuery('(min-width: 48rem)');
  const layout = storedLayout === 'split' && isRoomy ? 'split' : 'unified';
  const navigator = useRef<ChangeNavigator>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  // A button that decides on a change goes with it, and one in the chat may be hidden by the file that it opens.
  useEffect(() => {
    if ((decision.data || chosenId !== undefined) && isFocusLost()) heading.current?.focus();
  }, [decision.data, chosenId, isShown]);

  const tree = buildFileTree(workspace.files);
  const files = filesInOrder(tree);
  const pending = files.filter(({ pendingOp }) => pendingOp !== null);
  const file = files.find((candidate) => candidate.id === chosenId) ?? defaultFile(files);

  const underWay = decision.isPending ? decision.variables : undefined;
  const decidingAll = underWay && underWay.paths === undefined ? underWay.verdict : null;
  const decidingFile = underWay && underWay.paths !== undefined ? underWay.verdict : null;

  function decideAll(verdict: 'accept' | 'reject') {
    decision.mutate({ verdict, revisionNumber });
  }
  function decideFile(verdict: 'accept' | 'reject') {
    if (!file || underWay) return;
    const next = neighbourChange(files, file.id, 1);
    decision.mutate({ verdict, revisionNumber, paths: [file.path] }, { onSuccess: () => next && onChoose(next.id) });
  }
  function move(step: 1 | -1) {
    if (navigator.current?.move(step)) return;
    const next = neighbourChange(files, file?.id, step);
    if (next) onChoose(next.id);
  }
  function reload() {
    decision.reset();
    void client.invalidateQueries({ queryKey: workspaceKey(id) });
  }

  useShortcuts({
    nextChange: () => move(1),
    previousChange: () => move(-1),
    ...(file?.pendingOp != null && { acceptFile: () => decideFile('accept'), rejectFile: () => decideFile('reject') }),
  });

  return (
    <>
      <ChangesBar
        pending={pending}
        deciding={decidingAll}
        onAccept={() => decideAll('accept')}
        onReject={() => decideAll('reject')}
      />
      {decision.error && (
        <ErrorBanner
          className="m-2"
          error={decision.error}
          {...(decision.error.code === 'CONFLICT'
            ? { onRetry: reload, retryLabel: 'Reload' }
            : { onDismiss: () => decision.reset() })}
        />
      )}
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <div className="border-line max-h-[40%] shrink-0 overflow-y-auto border-b md:max-h-none md:w-52 2xl:w-64 md:border-r md:border-b-0">
          <FileTree nodes={tree} isShown={isShown} selectedId={file?.id} onSelect={onChoose} />
        </div>
        {file ? (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            <FileHeader
              headingRef={heading}
              file={file}
              layout={layout}
              onToggleLayout={() => storeLayout(layout === 'split' ? null : 'split')}
              onMove={move}
              deciding={decidingFile}
              onAccept={() => decideFile('accept')}
              onReject={() => decideFile('reject')}
            />
            <FilePane ref={navigator} file={file} layout={layout} />
          </div>
        ) : (
          <p className="text-muted flex-1 p-6 text-center text-xs">
            This workspace has no files yet. Ask for some in the chat.
          </p>
        )}
      </div>
    </>
  );
}
