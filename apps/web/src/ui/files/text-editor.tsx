import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { indentOnInput, indentUnit } from '@codemirror/language';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { showLine } from '../editor/chunk-navigation.ts';
import { editorTheme } from '../editor/editor-theme.ts';
import { languageOf } from '../editor/language.ts';

interface TextEditorProps extends EditableDocument {
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

/** A document to edit, and the listener for its changes. */
interface EditableDocument {
  readonly path: string;
  readonly text: string;
  /** Called with the whole text after every change. */
  readonly onChange: (text: string) => void;
}

const caret = Prec.high(
  EditorView.theme({
    '.cm-content': { caretColor: 'var(--color-ink)' },
    '.cm-cursor': { borderLeftColor: 'var(--color-ink)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      background: 'var(--color-accent-soft)',
    },
  }),
);

/** Creates an editor in an element. Tab indents; after Escape, Tab moves the focus out. */
function createTextEditor(parent: HTMLElement, { path, text, onChange }: EditableDocument): EditorView {
  return new EditorView({
    parent,
    state: createTextState(text, [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      indentOnInput(),
      indentUnit.of('  '),
      EditorView.lineWrapping,
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': `Edit ${path}` }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) onChange(state.sliceDoc());
      }),
      languageOf(path),
      caret,
      editorTheme,
    ]),
  });
}

/** Creates a state whose `sliceDoc()` is byte-identical to the text, and whose new lines use the file's line ending. */
export function createTextState(text: string, extensions: Extension = []): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [EditorState.lineSeparator.of(lineSeparatorOf(text)), extensions],
  });
}

/** Returns CRLF if every line ends with it; else LF, which keeps a CR before an LF as part of its line. */
function lineSeparatorOf(text: string): '\r\n' | '\n' {
  return text.includes('\n') && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';
}
