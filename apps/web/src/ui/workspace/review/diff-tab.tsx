import type { FileView } from '@shipmate/protocol/web/workspace';
import type { DiffLayout } from '../../editor/create-review-editor.ts';
import type { LineNote } from '../../editor/line-notes.ts';
import type { UnseenChanges } from '../../editor/unseen-changes.ts';
import { pathOf, sidesOf } from '../../files/file-change.ts';
import { LazyFileEditor } from './lazy-file-editor.tsx';
import type { Review } from './use-review.ts';

export interface DiffTabProps {
  readonly file: FileView;
  readonly review: Review;
  readonly layout: DiffLayout;
  readonly notes: readonly LineNote[];
  readonly onUnseen: (unseen: UnseenChanges) => void;
}

/** The pending change of a file, with a decision for each part. */
export function DiffTab({ file, review, layout, notes, onUnseen }: DiffTabProps) {
  const { before, after } = sidesOf(file);
  return (
    <LazyFileEditor
      ref={review.navigator}
      path={pathOf(file)}
      before={before}
      content={after}
      layout={layout}
      hunks={file.hunks}
      notes={notes}
      onDecideHunk={review.decideHunk}
      place={review.place}
      onArrive={review.onArrive}
      onUnseen={onUnseen}
    />
  );
}
