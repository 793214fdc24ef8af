import { importExport } from './import-export.ts';
import { importMarkdown } from './import-markdown.ts';
import type { Verb } from './verb.ts';

export const importContent: Verb = {
  usage: importExport.usage,
  parts: { markdown: importMarkdown },
  run: (args) => (args.find((arg) => !arg.startsWith('-')) === 'markdown' ? importMarkdown : importExport).run(args),
};
