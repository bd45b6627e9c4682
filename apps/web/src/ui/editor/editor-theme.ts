import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const appearance = EditorView.theme({
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
  // A muted comment is not legible on this background.
  '&.cm-merge-a .cm-changedText span, .cm-deletedChunk .cm-deletedText': { color: 'var(--color-ink)' },
  '.cm-deletedLine, .cm-deletedLine del': { textDecoration: 'none' },
  '.cm-hunkBar': {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    boxSizing: 'border-box',
    height: '28px',
    padding: '0 6px',
    fontFamily: 'var(--font-sans)',
    fontSize: '11px',
    color: 'var(--color-muted)',
    backgroundColor: 'var(--color-raised)',
  },
  '.cm-hunkBar > span': { flex: '1' },
  '.cm-hunkBar > span::first-letter': { textTransform: 'uppercase' },
  '.cm-hunkBar button': {
    height: '22px',
    padding: '0 8px',
    borderRadius: '5px',
    border: '1px solid var(--color-edge)',
    backgroundColor: 'var(--color-surface)',
    color: 'var(--color-ink)',
    fontWeight: '500',
  },
  '.cm-hunkBar button:hover': { backgroundColor: 'var(--color-raised)' },
  '.cm-lineNote': {
    padding: '2px 8px',
    fontFamily: 'var(--font-sans)',
    fontSize: '11px',
    lineHeight: '1.5',
    color: 'var(--color-ink)',
    overflowWrap: 'anywhere',
  },
  '.cm-lineNote-error': { backgroundColor: 'var(--color-removed-soft)', boxShadow: 'inset 2px 0 var(--color-removed)' },
  '.cm-lineNote-warning': {
    backgroundColor: 'var(--color-caution-soft)',
    boxShadow: 'inset 2px 0 var(--color-caution)',
  },
  '.cm-lineNote-info': { backgroundColor: 'var(--color-accent-soft)', boxShadow: 'inset 2px 0 var(--color-accent)' },
  '.cm-noted-error': { boxShadow: 'inset 2px 0 var(--color-removed)' },
  '.cm-noted-warning': { boxShadow: 'inset 2px 0 var(--color-caution)' },
  '.cm-noted-info': { boxShadow: 'inset 2px 0 var(--color-accent)' },
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

/** The theme of every editor of the page; its custom properties follow the page's theme. */
export const editorTheme: Extension = [appearance, syntaxHighlighting(syntax)];
