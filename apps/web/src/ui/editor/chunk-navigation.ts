import { getChunks } from '@codemirror/merge';
import { EditorView } from '@codemirror/view';

/** Moves to the next or previous change of the file; returns false when there is none in that direction. */
export function moveToChunk(view: EditorView, step: 1 | -1): boolean {
  const { head } = view.state.selection.main;
  const starts = chunkStarts(view);
  const target = step === 1 ? starts.find((start) => start > head) : starts.findLast((start) => start < head);
  if (target === undefined) return false;
  showPosition(view, target);
  return true;
}

/** Scrolls to the first or last change of the file, if it has one. */
export function showEndChunk(view: EditorView, end: 'first-change' | 'last-change'): void {
  const target = chunkStarts(view).at(end === 'first-change' ? 0 : -1);
  if (target !== undefined) showPosition(view, target);
}

/** Scrolls to the change at or after a position, else the last one, else the position itself. */
export function showChunkFrom(view: EditorView, position: number): void {
  const starts = chunkStarts(view);
  const target = starts.find((start) => start >= position) ?? starts.at(-1) ?? position;
  showPosition(view, Math.min(target, view.state.doc.length));
}

/** Puts the cursor on a line and scrolls to it; on the last line when the file is shorter. */
export function showLine(view: EditorView, line: number): void {
  showPosition(view, view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines)).from);
}

function chunkStarts(view: EditorView): readonly number[] {
  const chunks = getChunks(view.state)?.chunks ?? [];
  return chunks.map(({ fromB }) => Math.min(fromB, view.state.doc.length));
}

function showPosition(view: EditorView, position: number): void {
  view.dispatch({ selection: { anchor: position }, effects: EditorView.scrollIntoView(position, { y: 'center' }) });
}
