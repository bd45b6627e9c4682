import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Waiting } from '../components/waiting.tsx';
import { DraftNotice } from '../files/draft-notice.tsx';
import { FilesSidebar } from '../files/files-sidebar.tsx';
import { EditButton } from '../files/edit-button.tsx';
import { resumeEditing, startEditing } from '../files/editing.ts';
import { useEditing } from '../files/use-editing.ts';
import { isFocusLost } from '../keyboard/is-focus-lost.ts';
import { requestLeave } from '../router/request-leave.ts';
import { ReviewBar } from './review/review-bar.tsx';
import { useReview } from './review/use-review.ts';
import { buildFileTree, filesInOrder } from '../files/build-file-tree.ts';
import { FilePane } from './file-pane.tsx';
import { defaultFile } from './review-order.ts';

const EditPane = lazy(async () => ({ default: (await import('../files/edit-pane.tsx')).EditPane }));

export interface FilesSectionProps {
  readonly workspace: WorkspaceResponse;
  /** False while another pane covers the files. */
  readonly isShown: boolean;
  readonly chosenId: string | undefined;
  readonly onChoose: (fileId: string | undefined) => void;
  /** Puts a message into the chat box. */
  readonly onAskAgent: (prompt: string) => void;
}

/** The files of the workspace: review of pending changes, and manual edits. */
export function FilesSection({ workspace, isShown, chosenId, onChoose, onAskAgent }: FilesSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const tree = buildFileTree(workspace.files);
  const files = filesInOrder(tree);
  const file = files.find((candidate) => candidate.id === chosenId) ?? defaultFile(files);
  const review = useReview({ workspace, files, file, onChoose });

  const { editing, edited, edit, endEdit } = useEditing({ files, file, onChoose });

  // A decision button disappears with its change, and a button in the chat may be hidden by the file that it opens.
  useEffect(() => {
    if ((review.decided || chosenId !== undefined) && isFocusLost()) heading.current?.focus();
  }, [review.decided, chosenId, isShown, editing]);

  return (
    <>
      <ReviewBar files={files} review={review} />
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <FilesSidebar
          workspaceId={workspace.workspace.id}
          revisionNumber={workspace.workspace.currentRevisionNumber}
          tree={tree}
          isShown={isShown}
          isEditing={editing !== undefined}
          selectedId={editing ? edited?.id : file?.id}
          onSelect={(fileId) => {
            if (!editing || fileId !== edited?.id) requestLeave(() => onChoose(fileId));
          }}
          onCreated={(created) => edit(startEditing(created))}
        />
        {editing && (
          <Suspense fallback={<Waiting className="appear-late">Opening the editor…</Waiting>}>
            <EditPane
              key={editing.draftKey.draftId}
              workspaceId={workspace.workspace.id}
              file={edited}
              {...editing}
              onEnd={endEdit}
            />
          </Suspense>
        )}
        {!editing && file && (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            <DraftNotice key={file.id} file={file} onResume={(draft) => edit(resumeEditing(draft))} />
            <FilePane
              workspace={workspace}
              file={file}
              review={review}
              headingRef={heading}
              onAskAgent={onAskAgent}
              action={
                <EditButton
                  file={file}
                  onEdit={() => edit(startEditing(file, review.navigator.current?.currentLine()))}
                />
              }
            />
          </div>
        )}
        {!editing && !file && (
          <p className="text-muted flex-1 p-6 text-center text-xs">
            This workspace has no files yet. Ask for some in the chat, or make one.
          </p>
        )}
      </div>
    </>
  );
}
