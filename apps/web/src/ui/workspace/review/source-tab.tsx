import type { FileView } from '@shipmate/protocol/web/workspace';
import type { LineNote } from '../../editor/line-notes.ts';
import { pathOf, sidesOf } from '../../files/file-change.ts';
import { LazyFileEditor } from './lazy-file-editor.tsx';
import type { Review } from './use-review.ts';

export interface SourceTabProps {
  readonly file: FileView;
  readonly review: Review;
  readonly notes: readonly LineNote[];
}

/** The text of a file after acceptance of its pending change. */
export function SourceTab({ file, review, notes }: SourceTabProps) {
  if (file.pendingOp === 'delete') {
    return (
      <p className="text-muted p-6 text-center text-xs">
        The pending change deletes this file. Its text is under Diff.
      </p>
    );
  }
  return (
    <LazyFileEditor
      ref={review.navigator}
      path={pathOf(file)}
      content={file.pendingOp === null ? file.content : sidesOf(file).after}
      layout="unified"
      notes={notes}
      place={review.place}
      onArrive={review.onArrive}
    />
  );
}
