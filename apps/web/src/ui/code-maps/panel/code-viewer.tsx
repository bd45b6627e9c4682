import type { LineRange } from '@shipmate/domain/code-map';
import { EditorState, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { showLine } from '../../editor/chunk-navigation.ts';
import { editorTheme } from '../../editor/editor-theme.ts';
import { languageOf } from '../../editor/language.ts';

interface CodeViewerProps {
  readonly path: string;
  readonly content: string;
  readonly range: LineRange | undefined;
}

const rangeLook = EditorView.baseTheme({
  '.cm-chosenLine': { backgroundColor: 'var(--color-caution-soft)', boxShadow: 'inset 2px 0 var(--color-caution)' },
});

/** The text of a file with a range of lines highlighted; its text can be focused, selected and scrolled by keyboard. */
export function CodeViewer({ path, content, range }: CodeViewerProps) {
  const host = useRef<HTMLDivElement>(null);
  const { startLine, endLine = startLine } = range ?? {};
  useEffect(() => {
    if (!host.current) return;
    const state = EditorState.create({ doc: content });
    const view = new EditorView({
      parent: host.current,
      doc: state.doc,
      extensions: [
        lineNumbers(),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': path, 'aria-readonly': 'true' }),
        EditorView.decorations.of(toDecorations(state, startLine, endLine)),
        rangeLook,
        languageOf(path),
        editorTheme,
      ],
    });
    if (startLine !== undefined) showLine(view, startLine);
    return () => view.destroy();
  }, [path, content, startLine, endLine]);
  return <div ref={host} className="h-full min-h-0 overflow-hidden" />;
}

function toDecorations({ doc }: EditorState, startLine = 1, endLine = 0): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const look = Decoration.line({ class: 'cm-chosenLine' });
  for (let line = startLine; line <= Math.min(endLine, doc.lines); line += 1) {
    const { from } = doc.line(line);
    builder.add(from, from, look);
  }
  return builder.finish();
}
