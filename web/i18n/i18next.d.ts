import 'i18next';
import type accountEn from './account/en.json';
import type commentsEn from './comments/en.json';
import type consoleEn from './console/en.json';
import type en from './en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: {
      translation: typeof en;
      console: typeof consoleEn;
      account: typeof accountEn;
      comments: typeof commentsEn;
    };
  }
}
