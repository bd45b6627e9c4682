import type { FileView } from '@shipmate/protocol';
import { lazy, Suspense, type Ref } from 'react';
import { Spinner } from '../components/spinner.tsx';
import type { DiffLayout } from '../editor/create-review-editor.ts';
import type { ChangeNavigator } from '../editor/file-editor.tsx';
import { pathOf, sidesOf } from './file-change.ts';

const FileEditor = lazy(async () => ({ default: (await import('../editor/file-editor.tsx')).FileEditor }));

export interface FilePaneProps {
  readonly file: FileView;
  readonly layout: DiffLayout;
  readonly ref: Ref<ChangeNavigator>;
}

/** A file: its pending change as a diff, else its text. */
export function FilePane({ file, layout, ref }: FilePaneProps) {
  const { before, after } = sidesOf(file);
  return (
    <div className="min-h-0 flex-1">
      <Suspense
        fallback={
          <p role="status" className="text-muted appear-late flex items-center gap-2 p-4 text-xs">
            <Spinner /> Opening the file…
          </p>
        }
      >
        <FileEditor
          ref={ref}
          path={pathOf(file)}
          layout={layout}
          {...(file.pendingOp === null ? { content: file.content } : { content: after, before })}
        />
      </Suspense>
    </div>
  );
}
