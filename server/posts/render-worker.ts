/** What a thread of the render pool runs. */
export { renderMarkdown as render } from './render-markdown.ts';
