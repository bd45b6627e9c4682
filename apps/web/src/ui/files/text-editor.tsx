import { useEffect, useRef } from 'react';
import { showLine } from '../editor/chunk-navigation.ts';
import { createTextEditor, type EditableDocument } from './create-text-editor.ts';

export interface TextEditorProps extends EditableDocument {
  /** Initial line of the cursor. */
  readonly line?: number | undefined;
}

/** An editor that starts with `text` and takes the focus; use a new `key` to show another text. */
export function TextEditor({ path, text, line = 1, onChange }: TextEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef({ text, line, onChange });
  useEffect(() => {
    latest.current = { text, line, onChange };
  });

  useEffect(() => {
    if (!host.current) return;
    const view = createTextEditor(host.current, {
      path,
      text: latest.current.text,
      onChange: (next) => latest.current.onChange(next),
    });
    showLine(view, latest.current.line);
    view.focus();
    return () => view.destroy();
  }, [path]);

  return <div ref={host} className="h-full min-h-0 overflow-auto" />;
}
