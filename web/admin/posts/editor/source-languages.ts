import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import type { Extension } from '@codemirror/state';
import type { BodyFormat } from '#contract/posts.ts';

export const sourceLanguages: Readonly<Record<BodyFormat, Extension>> = {
  markdown: markdown({ base: markdownLanguage, completeHTMLTags: false }),
  html: html({ autoCloseTags: false, selfClosingTags: true }),
  text: [],
  json: json(),
};
