import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { Waiting } from '../../components/waiting.tsx';
import type { FileEditorProps } from '../../editor/file-editor.tsx';

const FileEditor = lazyRouteComponent(() => import('../../editor/file-editor.tsx'), 'FileEditor');
const DiffEditor = lazyRouteComponent(() => import('../../editor/diff-editor.tsx'), 'DiffEditor');

/** Begins to load the editor of a file's text. */
export function loadFileEditor(): void {
  void FileEditor.preload?.();
}

/** The editor of a text, loaded with the first shown file. */
export function LazyFileEditor(props: Omit<FileEditorProps, 'before'>) {
  return <Loaded editor={FileEditor} {...props} />;
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
