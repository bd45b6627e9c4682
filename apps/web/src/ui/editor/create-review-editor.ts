import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension, Text } from '@codemirror/state';
import { EditorView, highlightActiveLine, lineNumbers } from '@codemirror/view';
import { showBlockWidgets } from './block-widgets.ts';
import { editorTheme } from './editor-theme.ts';
import { diffByHunks, hunkBars, hunkGaps, type DecideHunk, type Hunk } from './hunk-bars.ts';
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

/** An editor on the page; `view` is the side with the new text. */
export interface ReviewEditor {
  readonly view: EditorView;
  destroy(): void;
}

/** Creates a read-only editor in an element; its text can be focused, selected and scrolled by keyboard. */
export function createReviewEditor(parent: HTMLElement, document: ReviewDocument): ReviewEditor {
  const { path, content, before, layout, hunks = [], notes = [], onDecideHunk } = document;
  const isPartial = before !== '' && content !== '';
  const doc = toEditorText(content);
  const annotations = [showBlockWidgets(doc, hunkBars(hunks, onDecideHunk), 'above'), showLineNotes(doc, notes)];
  const diffing = {
    gutter: true,
    highlightChanges: isPartial,
    ...(hunks.length > 0 && { diffConfig: { override: diffByHunks(hunks) } }),
  };
  if (before !== undefined && layout === 'split') {
    const old = toEditorText(before);
    const merge = new MergeView({
      parent,
      a: { doc: old, extensions: [readOnly(path, `${path}, before`), showBlockWidgets(old, hunkGaps(hunks), 'above')] },
      b: { doc, extensions: [readOnly(path, `${path}, after`), annotations, highlightActiveLine()] },
      ...diffing,
    });
    return { view: merge.b, destroy: () => merge.destroy() };
  }
  const diff =
    before === undefined
      ? []
      : [unifiedMergeView({ original: before, mergeControls: false, ...diffing }), highlightActiveLine()];
  const view = new EditorView({ parent, doc, extensions: [readOnly(path, path), annotations, diff] });
  return { view, destroy: () => view.destroy() };
}

function toEditorText(content: string): Text {
  return Text.of(content.split(/\r\n?|\n/));
}

function readOnly(path: string, label: string): Extension {
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
