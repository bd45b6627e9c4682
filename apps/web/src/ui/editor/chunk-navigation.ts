import { getChunks } from '@codemirror/merge';
import { EditorView } from '@codemirror/view';

/** Moves to the next or previous change of the file; false when there is none left in that direction. */
export function moveToChunk(view: EditorView, step: 1 | -1): boolean {
  const { head } = view.state.selection.main;
  const starts = chunkStarts(view);
  const target = step === 1 ? starts.find((start) => start > head) : starts.findLast((start) => start < head);
  if (target === undefined) return false;
  show(view, target);
  return true;
}

/** Shows the first change of the file, if it has one. */
export function showFirstChunk(view: EditorView): void {
  const [first] = chunkStarts(view);
  if (first !== undefined) show(view, first);
}

function chunkStarts(view: EditorView): readonly number[] {
  const chunks = getChunks(view.state)?.chunks ?? [];
  return chunks.map(({ fromB }) => Math.min(fromB, view.state.doc.length));
}

function show(view: EditorView, position: number): void {
  view.dispatch({ selection: { anchor: position }, effects: EditorView.scrollIntoView(position, { y: 'center' }) });
}
