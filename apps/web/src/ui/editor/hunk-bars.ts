import { type EditorView, WidgetType } from '@codemirror/view';
import type { FileView } from '@shipmate/protocol/web/workspace';
import type { BlockWidget } from './block-widgets.ts';

export type Hunk = FileView['hunks'][number];
export type HunkVerdict = 'accept' | 'reject';
export type DecideHunk = (hunkId: string, verdict: HunkVerdict) => void;

/** Returns the bar above each hunk of the new text: its number and the decision buttons. */
export function hunkBars(hunks: readonly Hunk[], onDecide: DecideHunk): readonly BlockWidget[] {
  return hunks.map(({ id, newStart, partners }, index) => {
    const others = hunks.flatMap((hunk, place) => (partners.includes(hunk.id) ? [place + 1] : []));
    const together = others.length > 0 ? `, together with ${others.join(' and ')}` : '';
    return { line: newStart, widget: new HunkBar(id, `change ${index + 1} of ${hunks.length}${together}`, onDecide) };
  });
}

/**
 * Reserves as much height in the old text as each bar takes in the new one, so that both sides stay aligned: above
 * replaced lines, below removed lines. For purely added lines the editor itself reserves the height of the lines and
 * their bar.
 */
export function hunkGaps(hunks: readonly Hunk[]): readonly BlockWidget[] {
  return hunks
    .filter(({ oldLines }) => oldLines > 0)
    .map(({ oldStart, oldLines, newLines }) => ({
      line: newLines > 0 ? oldStart : oldStart + oldLines,
      widget: new HunkGap(),
    }));
}

/** Returns the hunk at the cursor, else the next one, else the last one. */
export function hunkAt({ state }: EditorView, hunks: readonly Hunk[]): Hunk | undefined {
  const { number: line } = state.doc.lineAt(state.selection.main.head);
  return hunks.find(({ newStart, newLines }) => line < newStart + Math.max(newLines, 1)) ?? hunks.at(-1);
}

class HunkBar extends WidgetType {
  readonly #id: string;
  readonly #name: string;
  readonly #onDecide: DecideHunk;

  constructor(id: string, name: string, onDecide: DecideHunk) {
    super();
    this.#id = id;
    this.#name = name;
    this.#onDecide = onDecide;
  }

  override toDOM(): HTMLElement {
    const bar = document.createElement('div');
    bar.className = 'cm-hunkBar';
    const label = bar.appendChild(document.createElement('span'));
    label.textContent = this.#name;
    bar.append(this.#button('Reject', 'reject'), this.#button('Accept', 'accept'));
    return bar;
  }

  override eq(other: HunkBar): boolean {
    return other.#id === this.#id && other.#name === this.#name;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  #button(text: string, verdict: HunkVerdict): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.ariaLabel = `${text} ${this.#name}`;
    button.addEventListener('click', () => this.#onDecide(this.#id, verdict));
    return button;
  }
}

class HunkGap extends WidgetType {
  override toDOM(): HTMLElement {
    const gap = document.createElement('div');
    gap.className = 'cm-hunkBar';
    gap.ariaHidden = 'true';
    return gap;
  }

  override eq(): boolean {
    return true;
  }
}
