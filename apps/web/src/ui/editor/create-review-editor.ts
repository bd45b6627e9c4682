import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, lineNumbers } from '@codemirror/view';
import { editorTheme } from './editor-theme.ts';
import { languageOf } from './language.ts';

export type DiffLayout = 'unified' | 'split';

/** What an editor shows: one text, or two sides of a change. */
export interface ReviewDocument {
  readonly path: string;
  readonly content: string;
  /** What the content was; absent when nothing is pending. */
  readonly before?: string;
  readonly layout: DiffLayout;
}

/** An editor on the page; `view` is the side that shows the new text. */
export interface ReviewEditor {
  readonly view: EditorView;
  destroy(): void;
}

/** Puts a read-only editor into an element; the text can be focused, selected and scrolled by keyboard. */
export function createReviewEditor(parent: HTMLElement, document: ReviewDocument): ReviewEditor {
  const { path, content, before, layout } = document;
  const isPartial = before !== '' && content !== '';
  if (before !== undefined && layout === 'split') {
    const merge = new MergeView({
      parent,
      a: { doc: before, extensions: readOnly(path, `${path}, before`) },
      b: { doc: content, extensions: [readOnly(path, `${path}, after`), highlightActiveLine()] },
      gutter: true,
      highlightChanges: isPartial,
    });
    return { view: merge.b, destroy: () => merge.destroy() };
  }
  const diff =
    before === undefined
      ? []
      : [
          unifiedMergeView({
            original: before,
            mergeControls: false,
            gutter: true,
            highlightChanges: isPartial,
          }),
          highlightActiveLine(),
        ];
  const view = new EditorView({ parent, doc: content, extensions: [readOnly(path, path), diff] });
  return { view, destroy: () => view.destroy() };
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
