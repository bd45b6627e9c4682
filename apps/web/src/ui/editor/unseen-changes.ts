import type { ReviewEditor } from './create-review-editor.ts';
import { visibleSpan } from './visible-span.ts';

/** Number of changes of a file entirely off screen, by direction. */
export interface UnseenChanges {
  readonly above: number;
  readonly below: number;
}

/**
 * Reports the number of changes off screen, now and whenever it may have changed. @returns a function that stops the
 * reports.
 */
export function watchUnseenChanges(
  editor: ReviewEditor,
  scroller: HTMLElement,
  onCount: (unseen: UnseenChanges) => void,
): () => void {
  const reportUnseen = () => onCount(countUnseen(editor, scroller));
  const sizes = new ResizeObserver(reportUnseen);
  sizes.observe(scroller);
  sizes.observe(editor.view.contentDOM);
  scroller.addEventListener('scroll', reportUnseen, { passive: true });
  return () => {
    sizes.disconnect();
    scroller.removeEventListener('scroll', reportUnseen);
  };
}

function countUnseen({ view, chunks }: ReviewEditor, scroller: HTMLElement): UnseenChanges {
  const { from, to } = visibleSpan(view, scroller);
  const end = view.state.doc.length;
  const changes = chunks().map(({ fromB, endB }) => ({
    top: view.lineBlockAt(Math.min(fromB, end)).top,
    bottom: view.lineBlockAt(Math.min(endB, end)).bottom,
  }));
  return {
    above: changes.filter(({ bottom }) => bottom <= from).length,
    below: changes.filter(({ top }) => top >= to).length,
  };
}
