import { readStoredText, storeText } from './browser-storage.ts';

/** Theme chosen by the reader. Stored in the browser only, so that cached pages are the same for everybody. */

export type Theme = 'light' | 'dark';

export const THEME_KEY = 'kawaraban-theme';

export const THEME_COLORS: Readonly<Record<Theme, string>> = { light: '#faf7f1', dark: '#171614' };

const CHOSEN_COLOR_ID = 'chosen-theme-color';

/** Runs inline before first paint, to avoid a flash. */
export const THEME_SCRIPT = `try{const t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark'){document.documentElement.dataset.theme=t;const m=document.createElement('meta');m.id='${CHOSEN_COLOR_ID}';m.name='theme-color';m.content=${JSON.stringify(THEME_COLORS)}[t];document.head.prepend(m)}}catch{}`;

export function readStoredTheme(): Theme | undefined {
  const stored = readStoredText('localStorage', THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : undefined;
}

export function storeTheme(theme: Theme | undefined): void {
  storeText('localStorage', THEME_KEY, theme);
  showTheme(theme);
}

export function showTheme(theme: Theme | undefined): void {
  const { dataset } = document.documentElement;
  document.getElementById(CHOSEN_COLOR_ID)?.remove();
  if (!theme) {
    delete dataset.theme;
    return;
  }
  dataset.theme = theme;
  const color = Object.assign(document.createElement('meta'), { id: CHOSEN_COLOR_ID, name: 'theme-color' });
  color.content = THEME_COLORS[theme];
  document.head.prepend(color);
}
