import { getChunks, MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorView, highlightActiveLine } from '@codemirror/view';
import { showBlockWidgets } from './block-widgets.ts';
import {
  annotate,
  createReviewEditor,
  readOnly,
  type ReviewDocument,
  type ReviewEditor,
  toEditorText,
} from './create-review-editor.ts';
import { diffByHunks } from './diff-by-hunks.ts';
import { FileEditor, type FileEditorProps } from './file-editor.tsx';
import { hunkGaps } from './hunk-bars.ts';

/** The change of a file, or its text when there is nothing to compare with. */
export function DiffEditor(props: FileEditorProps) {
  return <FileEditor {...props} create={createDiffEditor} />;
}

/** Creates a read-only editor of a change in an element; of one text when there is nothing to compare with. */
function createDiffEditor(parent: HTMLElement, document: ReviewDocument): ReviewEditor {
  const { path, content, before, layout, hunks = [] } = document;
  if (before === undefined) return createReviewEditor(parent, document);
  const isPartial = before !== '' && content !== '';
  const doc = toEditorText(content);
  const diffing = {
    gutter: true,
    highlightChanges: isPartial,
    ...(hunks.length > 0 && { diffConfig: { override: diffByHunks(hunks) } }),
  };
  if (layout === 'split') {
    const old = toEditorText(before);
    const merge = new MergeView({
      parent,
      a: { doc: old, extensions: [readOnly(path, `${path}, before`), showBlockWidgets(old, hunkGaps(hunks), 'above')] },
      b: { doc, extensions: [readOnly(path, `${path}, after`), annotate(doc, document), highlightActiveLine()] },
      ...diffing,
    });
    return { view: merge.b, chunks: () => chunksOf(merge.b), destroy: () => merge.destroy() };
  }
  const diff = unifiedMergeView({ original: before, mergeControls: false, ...diffing });
  const view = new EditorView({
    parent,
    doc,
    extensions: [readOnly(path), annotate(doc, document), diff, highlightActiveLine()],
  });
  return { view, chunks: () => chunksOf(view), destroy: () => view.destroy() };
}

function chunksOf({ state }: EditorView) {
  return getChunks(state)?.chunks ?? [];
}
