import type { Extension, Text } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { showBlockWidgets } from './block-widgets.ts';

type NoteTone = 'error' | 'warning' | 'info';

/** A note on a line. */
export interface LineNote {
  /** From 1. */
  readonly line: number;
  readonly tone: NoteTone;
  readonly text: string;
  /** Advice on how to resolve it. */
  readonly advice?: string | undefined;
}

const labels: Record<NoteTone, string> = { error: 'Error', warning: 'Warning', info: 'Note' };

/** Marks the lines that have notes, and shows the notes below them. */
export function showLineNotes(doc: Text, notes: readonly LineNote[]): Extension {
  const known = notes.filter(({ line }) => line >= 1 && line <= doc.lines);
  const marks = known.map(({ line, tone }) =>
    Decoration.line({ class: `cm-noted-${tone}` }).range(doc.line(line).from),
  );
  return [
    EditorView.decorations.of(Decoration.set(marks, true)),
    showBlockWidgets(
      doc,
      known.map((note) => ({ line: note.line, widget: new NoteWidget(note) })),
      'below',
    ),
  ];
}

class NoteWidget extends WidgetType {
  readonly #note: LineNote;

  constructor(note: LineNote) {
    super();
    this.#note = note;
  }

  override toDOM(): HTMLElement {
    const { tone, text, advice } = this.#note;
    const note = document.createElement('div');
    note.className = `cm-lineNote cm-lineNote-${tone}`;
    note.setAttribute('role', 'note');
    const label = note.appendChild(document.createElement('strong'));
    label.textContent = `${labels[tone]}: `;
    note.append(text);
    if (advice !== undefined) {
      const hint = note.appendChild(document.createElement('span'));
      hint.textContent = ` → ${advice}`;
    }
    return note;
  }

  override eq(other: NoteWidget): boolean {
    return JSON.stringify(other.#note) === JSON.stringify(this.#note);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
