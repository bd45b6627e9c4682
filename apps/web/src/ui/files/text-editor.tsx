import { useEffect, useRef } from 'react';
import { createTextEditor, type EditableDocument } from './create-text-editor.ts';

/** An editor that begins with `text` and takes the focus; to show another text, give it another key. */
export function TextEditor({ path, text, onChange }: EditableDocument) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef({ text, onChange });
  useEffect(() => {
    latest.current = { text, onChange };
  });

  useEffect(() => {
    if (!host.current) return;
    const view = createTextEditor(host.current, {
      path,
      text: latest.current.text,
      onChange: (next) => latest.current.onChange(next),
    });
    view.focus();
    return () => view.destroy();
  }, [path]);

  return <div ref={host} className="h-full min-h-0 overflow-auto" />;
}
