import { createDiffEditor } from './create-diff-editor.ts';
import { FileEditor, type FileEditorProps } from './file-editor.tsx';

/** The change of a file, or its text when there is nothing to compare with. */
export function DiffEditor(props: FileEditorProps) {
  return <FileEditor {...props} create={createDiffEditor} />;
}
