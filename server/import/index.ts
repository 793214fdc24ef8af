export { type ImportFolderOptions, importMarkdownFolder, prepareMarkdownFolder } from './import-markdown-folder.ts';
export type { FileReport, ImportReport } from './import-report.ts';
export { checkMarkdownFolder } from './list-markdown-files.ts';
export { storePost } from './store-post.ts';
