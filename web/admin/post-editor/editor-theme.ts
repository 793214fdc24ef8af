import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--ink)', fontSize: '0.9375rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.75', overflowX: 'auto' },
  '.cm-content': {
    minBlockSize: 'var(--editor-block-size)',
    padding: 'var(--space-4)',
    caretColor: 'var(--ink)',
    lineBreak: 'strict',
  },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--quiet)' },
});

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--indigo)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.meta], color: 'var(--quiet)' },
  { tag: [tags.tagName, tags.propertyName], color: 'var(--indigo)' },
  { tag: tags.attributeName, color: 'var(--quiet)' },
  { tag: [tags.monospace, tags.string, tags.number, tags.atom, tags.character], color: 'light-dark(#7d4e12, #e0b670)' },
  { tag: [tags.quote, tags.comment], color: 'var(--quiet)' },
]);

export const editorTheme = [look, syntaxHighlighting(colours)];
