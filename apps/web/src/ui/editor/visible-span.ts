import type { EditorView } from '@codemirror/view';

/**
 * Returns the part of an editor's text that the surrounding scrolling element shows, in pixels from the top of the
 * text.
 */
export function visibleSpan(view: EditorView, scroller: HTMLElement): { readonly from: number; readonly to: number } {
  const { top, bottom } = scroller.getBoundingClientRect();
  return { from: top - view.documentTop, to: bottom - view.documentTop };
}
