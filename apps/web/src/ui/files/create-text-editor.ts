import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { indentOnInput, indentUnit } from '@codemirror/language';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { editorTheme } from '../editor/editor-theme.ts';
import { languageOf } from '../editor/language.ts';

/** A document to edit, and the listener for its changes. */
export interface EditableDocument {
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
export function createTextEditor(parent: HTMLElement, { path, text, onChange }: EditableDocument): EditorView {
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
