import { EditorView } from '@codemirror/view';
import type { ReviewEditor } from './create-review-editor.ts';

/** Moves to the next or previous change of the file; returns false when there is none in that direction. */
export function moveToChunk(editor: ReviewEditor, step: 1 | -1): boolean {
  const { view } = editor;
  const { head } = view.state.selection.main;
  const starts = chunkStarts(editor);
  const target = step === 1 ? starts.find((start) => start > head) : starts.findLast((start) => start < head);
  if (target === undefined) return false;
  showPosition(view, target);
  return true;
}

/** Scrolls to the first or last change of the file, if it has one. */
export function showEndChunk(editor: ReviewEditor, end: 'first-change' | 'last-change'): void {
  const target = chunkStarts(editor).at(end === 'first-change' ? 0 : -1);
  if (target !== undefined) showPosition(editor.view, target);
}

/** Scrolls to the change at or after a position, else the last one, else the position itself. */
export function showChunkFrom(editor: ReviewEditor, position: number): void {
  const starts = chunkStarts(editor);
  const target = starts.find((start) => start >= position) ?? starts.at(-1) ?? position;
  showPosition(editor.view, Math.min(target, editor.view.state.doc.length));
}

/** Puts the cursor on a line and scrolls to it; on the last line when the file is shorter. */
export function showLine(view: EditorView, line: number): void {
  showPosition(view, view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines)).from);
}

function chunkStarts({ view, chunks }: ReviewEditor): readonly number[] {
  return chunks().map(({ fromB }) => Math.min(fromB, view.state.doc.length));
}

function showPosition(view: EditorView, position: number): void {
  view.dispatch({ selection: { anchor: position }, effects: EditorView.scrollIntoView(position, { y: 'center' }) });
}
