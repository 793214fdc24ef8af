import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { isAccountPath } from './i18n/account-path.ts';
import { isConsolePath } from './i18n/console-path.ts';
import { createI18n } from './i18n/i18n.ts';
import { defaultLanguage, isLanguage } from './i18n/language.ts';

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
