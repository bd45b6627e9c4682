import type { WorkspaceResponse } from '@shipmate/protocol';
import { useEffect, useRef } from 'react';
import { isFocusLost } from '../keyboard/is-focus-lost.ts';
import { ReviewBar } from './review/review-bar.tsx';
import { useReview } from './review/use-review.ts';
import { buildFileTree, filesInOrder } from './build-file-tree.ts';
import { FilePane } from './file-pane.tsx';
import { FileTree } from './file-tree.tsx';
import { defaultFile } from './review-order.ts';

export interface FilesSectionProps {
  readonly workspace: WorkspaceResponse;
  /** False while another pane is shown in its place. */
  readonly isShown: boolean;
  readonly chosenId: string | undefined;
  readonly onChoose: (fileId: string | undefined) => void;
}

/** The files of the workspace, and the review of what is pending in them. */
export function FilesSection({ workspace, isShown, chosenId, onChoose }: FilesSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const tree = buildFileTree(workspace.files);
  const files = filesInOrder(tree);
  const file = files.find((candidate) => candidate.id === chosenId) ?? defaultFile(files);
  const review = useReview({ workspace, files, file, onChoose });

  // A button that decides on a change goes with it, and one in the chat may be hidden by the file that it opens.
  useEffect(() => {
    if ((review.decided || chosenId !== undefined) && isFocusLost()) heading.current?.focus();
  }, [review.decided, chosenId, isShown]);

  return (
    <>
      <ReviewBar files={files} review={review} />
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <div className="border-line max-h-[40%] shrink-0 overflow-y-auto border-b md:max-h-none md:w-52 2xl:w-64 md:border-r md:border-b-0">
          <FileTree nodes={tree} isShown={isShown} selectedId={file?.id} onSelect={onChoose} />
        </div>
        {file ? (
          <FilePane workspace={workspace} file={file} review={review} headingRef={heading} />
        ) : (
          <p className="text-muted flex-1 p-6 text-center text-xs">
            This workspace has no files yet. Ask for some in the chat.
          </p>
        )}
      </div>
    </>
  );
}
