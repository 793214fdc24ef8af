import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { createI18n } from './i18n/i18n.ts';
import { defaultLanguage, isLanguage } from './i18n/language.ts';
import { isAccountPath } from './paths/account.ts';
import { isConsolePath } from './paths/site.ts';

const [language = defaultLanguage] = document.documentElement.lang.split('-');
const i18n = await createI18n(isLanguage(language) ? language : defaultLanguage, {
  withConsole: isConsolePath(location.pathname),
  withAccount: isAccountPath(location.pathname),
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <HydratedRouter />
      </I18nextProvider>
    </StrictMode>,
  );
});
