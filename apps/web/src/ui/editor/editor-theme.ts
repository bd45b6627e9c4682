import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '12px', backgroundColor: 'var(--color-surface)', color: 'var(--color-ink)' },
  '&.cm-focused': { outline: '2px solid var(--color-accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '8px 0', caretColor: 'transparent' },
  '.cm-gutters': {
    backgroundColor: 'var(--color-surface)',
    color: 'var(--color-muted)',
    border: 'none',
    paddingLeft: '4px',
  },
  '.cm-activeLine': { backgroundColor: 'transparent', boxShadow: 'inset 2px 0 var(--color-accent)' },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine, .cm-inlineChangedLine': {
    backgroundColor: 'var(--color-added-soft)',
  },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk, .cm-deletedLine': { backgroundColor: 'var(--color-removed-soft)' },
  '&.cm-merge-b .cm-changedText': { background: 'var(--color-added-strong)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': { background: 'var(--color-removed-strong)' },
  '.cm-deletedLine, .cm-deletedLine del': { textDecoration: 'none' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--color-added)' },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { background: 'var(--color-removed)' },
});

const syntax = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: 'var(--color-syntax-key)' },
  { tag: tags.string, color: 'var(--color-syntax-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.labelName, tags.typeName], color: 'var(--color-syntax-literal)' },
  { tag: [tags.keyword, tags.variableName], color: 'var(--color-accent)' },
  { tag: [tags.comment, tags.meta, tags.punctuation, tags.separator], color: 'var(--color-muted)' },
]);

/** How every editor of the page looks; it follows the theme by its custom properties. */
export const editorTheme: Extension = [look, syntaxHighlighting(syntax)];
