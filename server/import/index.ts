export type { FileReport, ImportReport } from './import-markdown-file.ts';
export { type ImportFolderOptions, importMarkdownFolder, prepareMarkdownFolder } from './import-markdown-folder.ts';
export { checkMarkdownFolder } from './list-markdown-files.ts';
export { storePost } from './store-post.ts';
