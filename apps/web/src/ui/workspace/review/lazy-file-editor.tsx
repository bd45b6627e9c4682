import { lazy, Suspense } from 'react';
import { Waiting } from '../../components/waiting.tsx';
import type { FileEditorProps } from '../../editor/file-editor.tsx';

const FileEditor = lazy(async () => ({ default: (await import('../../editor/file-editor.tsx')).FileEditor }));

/** The editor, loaded with the first shown file. */
export function LazyFileEditor(props: FileEditorProps) {
  return (
    <div className="min-h-0 flex-1">
      <Suspense fallback={<Waiting className="appear-late">Opening the file…</Waiting>}>
        <FileEditor {...props} />
      </Suspense>
    </div>
  );
}
