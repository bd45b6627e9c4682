import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { indentOnInput, indentUnit } from '@codemirror/language';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { editorTheme } from '../editor/editor-theme.ts';
import { languageOf } from '../editor/language.ts';

/** What a person edits. */
export interface EditableDocument {
  readonly path: string;
  readonly text: string;
  /** Told the whole text after every change of it. */
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

/** Puts an editor into an element. Tab indents; after Escape it leaves. */
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

/** A state whose `sliceDoc()` is the text to the last byte, and whose new lines end as the others do. */
export function createTextState(text: string, extensions: Extension = []): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [EditorState.lineSeparator.of(lineSeparatorOf(text)), extensions],
  });
}

/** CRLF where every line ends so; else LF, which leaves a CR that stands before one of them in its line. */
function lineSeparatorOf(text: string): '\r\n' | '\n' {
  return text.includes('\n') && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';
}
