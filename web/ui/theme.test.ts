import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { THEME_COLORS, THEME_KEY, THEME_SCRIPT } from './theme.ts';

function pageAfterScript(kept: string | null | Error) {
  const head: object[] = ['what the server sent'].map((name) => ({ name }));
  const document = {
    documentElement: { dataset: {} },
    createElement: (name: string) => ({ element: name }),
    head: { prepend: (element: object) => head.unshift(element) },
  };
  const getItem = (key: string) => {
    if (kept instanceof Error) throw kept;
    return key === THEME_KEY ? kept : null;
  };
  runInNewContext(THEME_SCRIPT, { document, localStorage: { getItem } });
  return { theme: document.documentElement.dataset, head: head.slice(0, -1) };
}

test.for(['light', 'dark'] as const)('theme script applies the stored %s theme', (theme) => {
  expect(pageAfterScript(theme)).toEqual({
    theme: { theme },
    head: [{ element: 'meta', id: 'chosen-theme-color', name: 'theme-color', content: THEME_COLORS[theme] }],
  });
});

test.for([null, 'auto', '', 'constructor', 'toString', new Error('kept nothing')])(
  'theme script keeps the system theme for stored %s',
  (kept) => {
    expect(pageAfterScript(kept)).toEqual({ theme: {}, head: [] });
  },
);
