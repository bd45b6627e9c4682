import type { WorkspaceResponse } from '@shipmate/protocol';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Waiting } from '../components/waiting.tsx';
import { DraftNotice } from '../files/draft-notice.tsx';
import { FilesSidebar } from '../files/files-sidebar.tsx';
import { type Editing, resumeEditing, startEditing } from '../files/editing.ts';
import { isFocusLost } from '../keyboard/is-focus-lost.ts';
import { requestLeave } from '../router/request-leave.ts';
import { ReviewBar } from './review/review-bar.tsx';
import { useReview } from './review/use-review.ts';
import { buildFileTree, filesInOrder } from './build-file-tree.ts';
import { FilePane } from './file-pane.tsx';
import { defaultFile } from './review-order.ts';

const EditPane = lazy(async () => ({ default: (await import('../files/edit-pane.tsx')).EditPane }));

export interface FilesSectionProps {
  readonly workspace: WorkspaceResponse;
  /** False while another pane is shown in its place. */
  readonly isShown: boolean;
  readonly chosenId: string | undefined;
  readonly onChoose: (fileId: string | undefined) => void;
  /** Puts a message into the box of the chat. */
  readonly onAskAgent: (prompt: string) => void;
}

/** The files of the workspace: what is pending in them is reviewed, and each is edited by hand. */
export function FilesSection({ workspace, isShown, chosenId, onChoose, onAskAgent }: FilesSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [editing, setEditing] = useState<Editing>();
  const tree = buildFileTree(workspace.files);
  const files = filesInOrder(tree);
  const file = files.find((candidate) => candidate.id === chosenId) ?? defaultFile(files);
  const review = useReview({ workspace, files, file, onChoose });

  const edited = editing && files.find(({ id }) => id === editing.draftKey.fileId);
  // What is gone can still be saved: the text that a person types goes with nothing but their own doing.
  const isEditing = editing !== undefined && (edited === undefined || edited === file);

  // A button that decides on a change goes with it, and one in the chat may be hidden by the file that it opens.
  useEffect(() => {
    if ((review.decided || chosenId !== undefined) && isFocusLost()) heading.current?.focus();
  }, [review.decided, chosenId, isShown, isEditing]);

  return (
    <>
      <ReviewBar files={files} review={review} />
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <FilesSidebar
          workspaceId={workspace.workspace.id}
          revisionNumber={workspace.workspace.currentRevisionNumber}
          tree={tree}
          isShown={isShown}
          isAside={isEditing}
          selectedId={isEditing && !edited ? undefined : file?.id}
          onSelect={(fileId) => requestLeave(() => onChoose(fileId))}
          onCreated={(created) => {
            onChoose(created.id);
            setEditing(startEditing(created));
          }}
        />
        {isEditing && (
          <Suspense fallback={<Waiting className="appear-late">Opening the editor…</Waiting>}>
            <EditPane
              key={editing.draftKey.draftId}
              workspaceId={workspace.workspace.id}
              file={edited}
              {...editing}
              onEnd={() => setEditing(undefined)}
            />
          </Suspense>
        )}
        {!isEditing && file && (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            <DraftNotice key={file.id} file={file} onResume={(draft) => setEditing(resumeEditing(draft))} />
            <FilePane
              workspace={workspace}
              file={file}
              review={review}
              headingRef={heading}
              onAskAgent={onAskAgent}
              action={
                file.pendingOp !== 'delete' && (
                  <Button icon={<Pencil />} onClick={() => setEditing(startEditing(file))}>
                    Edit
                  </Button>
                )
              }
            />
          </div>
        )}
        {!isEditing && !file && (
          <p className="text-muted flex-1 p-6 text-center text-xs">
            This workspace has no files yet. Ask for some in the chat, or make one.
          </p>
        )}
      </div>
    </>
  );
}
