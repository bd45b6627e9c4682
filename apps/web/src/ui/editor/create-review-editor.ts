import { EditorState, type Extension, Text } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { showBlockWidgets } from './block-widgets.ts';
import { editorTheme } from './editor-theme.ts';
import { hunkBars, type DecideHunk, type Hunk } from './hunk-bars.ts';
import { languageOf } from './language.ts';
import { showLineNotes, type LineNote } from './line-notes.ts';

export type DiffLayout = 'unified' | 'split';

/** The content of an editor: one text, or two sides of a change. */
export interface ReviewDocument {
  readonly path: string;
  readonly content: string;
  /** The previous content; undefined when there is nothing to compare with. */
  readonly before?: string | undefined;
  readonly layout: DiffLayout;
  /** The separately decidable parts of the change. */
  readonly hunks?: readonly Hunk[] | undefined;
  /** Notes on lines of the content. */
  readonly notes?: readonly LineNote[] | undefined;
  readonly onDecideHunk: DecideHunk;
}

/** A change of the text: from the start of its first line to the end of its last one, in the new text. */
export interface EditorChunk {
  readonly fromB: number;
  readonly endB: number;
}

/** An editor on the page; `view` is the side with the new text. */
export interface ReviewEditor {
  readonly view: EditorView;
  /** Returns the changes of the text from top to bottom; none in an editor of one text. */
  readonly chunks: () => readonly EditorChunk[];
  destroy(): void;
}

/** Creates a read-only editor in an element. */
export type CreateReviewEditor = (parent: HTMLElement, document: ReviewDocument) => ReviewEditor;

/** Creates a read-only editor of one text in an element; its text can be focused, selected and scrolled by keyboard. */
export function createReviewEditor(parent: HTMLElement, document: ReviewDocument): ReviewEditor {
  const doc = toEditorText(document.content);
  const view = new EditorView({ parent, doc, extensions: [readOnly(document.path), annotate(doc, document)] });
  return { view, chunks: () => [], destroy: () => view.destroy() };
}

/** Returns the text of an editor, with line feeds alone. */
export function toEditorText(content: string): Text {
  return Text.of(content.split(/\r\n?|\n/));
}

/** Shows the bars of hunks and the notes of a document in its new text. */
export function annotate(doc: Text, { hunks = [], notes = [], onDecideHunk }: ReviewDocument): Extension {
  return [showBlockWidgets(doc, hunkBars(hunks, onDecideHunk), 'above'), showLineNotes(doc, notes)];
}

/** Returns the look and behavior of a read-only text; its label is the path by default. */
export function readOnly(path: string, label = path): Extension {
  return [
    lineNumbers(),
    EditorView.lineWrapping,
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label, 'aria-readonly': 'true' }),
    languageOf(path),
    editorTheme,
  ];
}
