import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { Waiting } from '../../components/waiting.tsx';
import type { FileEditorProps } from '../../editor/file-editor.tsx';
import { LoadedFileEditor } from '../../editor/loaded-file-editor.ts';

const DiffEditor = lazyRouteComponent(() => import('../../editor/diff-editor.tsx'), 'DiffEditor');

/** The editor of a text, loaded with the first shown file. */
export function LazyFileEditor(props: Omit<FileEditorProps, 'before'>) {
  return <Loaded editor={LoadedFileEditor} {...props} />;
}

/** The editor of a change, loaded with the first shown change. */
export function LazyDiffEditor(props: FileEditorProps) {
  return <Loaded editor={DiffEditor} {...props} />;
}

interface LoadedProps extends FileEditorProps {
  readonly editor: ComponentType<FileEditorProps>;
}

function Loaded({ editor: Editor, ...props }: LoadedProps) {
  return (
    <div className="min-h-0 flex-1">
      <Suspense fallback={<Waiting className="appear-late">Opening the file…</Waiting>}>
        <Editor {...props} />
      </Suspense>
    </div>
  );
}
