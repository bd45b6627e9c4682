import type { EditorView } from '@codemirror/view';

/** Which part of an editor's text a scrolling element around it shows, in pixels from the top of the text. */
export function visibleSpan(view: EditorView, scroller: HTMLElement): { readonly from: number; readonly to: number } {
  const { top, bottom } = scroller.getBoundingClientRect();
  return { from: top - view.documentTop, to: bottom - view.documentTop };
}
