import type { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { moveToChunk, showChunkFrom, showEndChunk, showLine } from './chunk-navigation.ts';
import {
  type CreateReviewEditor,
  createReviewEditor,
  type ReviewDocument,
  type ReviewEditor,
} from './create-review-editor.ts';
import { type HunkVerdict, hunkAt } from './hunk-bars.ts';
import { type UnseenChanges, watchUnseenChanges } from './unseen-changes.ts';
import { visibleSpan } from './visible-span.ts';

/** Navigates the changes of the file on screen. */
export interface ChangeNavigator {
  /** Returns false when the file has no further change in that direction. */
  move(step: 1 | -1): boolean;
  /** Returns the id of the hunk at the person's position. */
  currentHunk(): string | undefined;
  /** Returns the line of the new text at the person's position. */
  currentLine(): number | undefined;
}

/** A target position in a file: a line, or the first or last change. */
export interface EditorPlace {
  readonly at: number | 'first-change' | 'last-change';
}

export interface FileEditorProps extends Omit<ReviewDocument, 'onDecideHunk'> {
  readonly onDecideHunk?: ((hunkId: string, verdict: HunkVerdict) => void) | undefined;
  readonly place?: EditorPlace | undefined;
  /** Called once the editor has moved to `place`. */
  readonly onArrive?: () => void;
  /** Called with the number of changes off screen, also when it has not changed. */
  readonly onUnseen?: (unseen: UnseenChanges) => void;
  readonly ref?: Ref<ChangeNavigator>;
}

interface FileEditorOptions extends FileEditorProps {
  /** The kind of editor, always the same one: by default that of one text. */
  readonly create?: CreateReviewEditor;
}

/** The text of a file. */
export function FileEditor({ create = createReviewEditor, ...props }: FileEditorOptions) {
  const { path, content, before, layout, hunks, notes, onDecideHunk, place, onArrive, onUnseen, ref } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<ReviewEditor>(null);
  const left = useRef<{ readonly path: string; readonly head: number; readonly hadFocus: boolean }>(null);
  const decide = useEffectEvent((hunkId: string, verdict: HunkVerdict) => onDecideHunk?.(hunkId, verdict));
  const arrive = useEffectEvent(() => onArrive?.());
  const tellUnseen = useEffectEvent((unseen: UnseenChanges) => onUnseen?.(unseen));

  useEffect(() => {
    if (!host.current) return;
    const created = create(host.current, {
      path,
      content,
      before,
      layout,
      hunks,
      notes,
      onDecideHunk: (hunkId, verdict) => decide(hunkId, verdict),
    });
    const { view } = created;
    editor.current = created;
    if (left.current?.path !== path) showEndChunk(created, 'first-change');
    else {
      showChunkFrom(created, left.current.head);
      if (left.current.hadFocus) view.focus();
    }
    const unwatch = watchUnseenChanges(created, host.current, (unseen) => tellUnseen(unseen));
    return () => {
      unwatch();
      const hadFocus = host.current?.contains(document.activeElement) ?? false;
      left.current = { path, head: view.state.selection.main.head, hadFocus };
      editor.current = null;
      created.destroy();
    };
  }, [create, path, content, before, layout, hunks, notes]);

  useEffect(() => {
    if (!place || !editor.current) return;
    const { view } = editor.current;
    if (typeof place.at === 'number') {
      showLine(view, place.at);
      view.focus();
    } else showEndChunk(editor.current, place.at);
    arrive();
  }, [place]);

  useImperativeHandle(ref, () => ({
    move: (step) => editor.current !== null && moveToChunk(editor.current, step),
    currentLine: () => (editor.current && host.current ? lineInView(editor.current.view, host.current) : undefined),
    currentHunk: () => (editor.current && hunks ? hunkAt(editor.current.view, hunks)?.id : undefined),
  }));

  return <div ref={host} className="file-editor h-full min-h-0 overflow-auto" />;
}

/**
 * Returns the line that a person reads in an editor inside a scrolling element: the cursor's line while visible, else
 * the middle one.
 */
function lineInView(view: EditorView, scroller: HTMLElement): number {
  const { head } = view.state.selection.main;
  // CodeMirror scrolls in the next frame, or when coordinates are read before it.
  view.coordsAtPos(head);
  const { from, to } = visibleSpan(view, scroller);
  const cursor = view.lineBlockAt(head);
  const isCursorShown = cursor.top < to && cursor.bottom > from;
  const shown = isCursorShown ? cursor : view.lineBlockAtHeight((from + to) / 2);
  return view.state.doc.lineAt(shown.from).number;
}
