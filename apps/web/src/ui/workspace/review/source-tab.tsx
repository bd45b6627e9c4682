import type { FileView } from '@shipmate/protocol';
import type { ReactNode } from 'react';
import { pathOf, sidesOf } from '../file-change.ts';
import { LazyFileEditor } from './lazy-file-editor.tsx';
import type { Review } from './use-review.ts';

export interface SourceTabProps {
  readonly file: FileView;
  readonly review: Review;
  /** Above the text. */
  readonly toolbar?: ReactNode;
  /** In place of the text, when something is given. */
  readonly children?: ReactNode;
}

/** The text of a file as it will be once its pending change is accepted. */
export function SourceTab({ file, review, toolbar, children }: SourceTabProps) {
  const content = file.pendingOp === null ? file.content : sidesOf(file).after;
  return (
    <>
      {toolbar}
      {children ??
        (file.pendingOp === 'delete' ? (
          <p className="text-muted p-6 text-center text-xs">
            The pending change deletes this file. Its text is under Diff.
          </p>
        ) : (
          <LazyFileEditor
            path={pathOf(file)}
            content={content}
            layout="unified"
            place={review.place}
            onArrive={review.onArrive}
          />
        ))}
    </>
  );
}
