import type { Extension, Text } from '@codemirror/state';
import { Decoration, EditorView, type WidgetType } from '@codemirror/view';

/** A widget between two lines of an editor. */
export interface BlockWidget {
  /** Line that the widget belongs to, from 1. One after the last line means the end of the text. */
  readonly line: number;
  readonly widget: WidgetType;
}

/** Places widgets above or below their lines. Above, they precede the removed lines of a diff. */
export function showBlockWidgets(doc: Text, widgets: readonly BlockWidget[], place: 'above' | 'below'): Extension {
  const ranges = widgets.map(({ line, widget }) => {
    const isPast = line > doc.lines;
    const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const isBelow = place === 'below' || isPast;
    return Decoration.widget({ widget, block: true, side: isBelow ? 2 : -2 }).range(isBelow ? to : from);
  });
  return EditorView.decorations.of(Decoration.set(ranges, true));
}
