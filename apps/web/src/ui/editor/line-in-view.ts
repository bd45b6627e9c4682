import type { EditorView } from '@codemirror/view';
import { visibleSpan } from './visible-span.ts';

/**
 * Returns the line that a person reads in an editor inside a scrolling element: the cursor's line while visible, else
 * the middle one.
 */
export function lineInView(view: EditorView, scroller: HTMLElement): number {
  const { from, to } = visibleSpan(view, scroller);
  const cursor = view.lineBlockAt(view.state.selection.main.head);
  const isCursorShown = cursor.top < to && cursor.bottom > from;
  const shown = isCursorShown ? cursor : view.lineBlockAtHeight((from + to) / 2);
  return view.state.doc.lineAt(shown.from).number;
}
