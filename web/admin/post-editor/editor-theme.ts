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
  '.cm-panels': { backgroundColor: 'var(--shade)', color: 'var(--ink)' },
  '.cm-panels-top': { top: 'calc(var(--editor-bar-size, 0px) + 2.75rem)', borderBlockEnd: '1px solid var(--hairline)' },
  '.cm-panel.cm-search': { padding: 'var(--space-2) 2rem var(--space-2) var(--space-3)', fontSize: '0.8125rem' },
  '.cm-panel.cm-search :is(.cm-textfield, .cm-button)': { padding: '0.25rem 0.5rem', fontSize: '0.8125rem' },
  '.cm-panel.cm-search :is(.cm-textfield, .cm-button), .cm-panel.cm-search label': {
    margin: '0.125rem 0.5rem 0.125rem 0',
  },
  '.cm-textfield': { border: '1px solid var(--edge)', backgroundColor: 'var(--surface)', color: 'inherit' },
  '.cm-button': { border: '1px solid var(--edge)', background: 'var(--surface)', color: 'inherit' },
  '.cm-panel.cm-search [name=close]': { inset: '0.25rem 0.5rem auto auto', fontSize: '1.25rem' },
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
