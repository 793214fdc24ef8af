/** Light or dark, where somebody has chosen: kept in this browser alone, so that pages stay the same for everybody. */

export type Theme = 'light' | 'dark';

/** Site and console have one choice. */
export const THEME_KEY = 'kawaraban-theme';

/** The paper of either theme, which browsers carry on around the page. */
export const THEME_COLORS: Readonly<Record<Theme, string>> = { light: '#faf7f1', dark: '#171614' };

/** Of the chosen theme; it stands before those for the system's, since browsers take the first one that holds. */
const CHOSEN_COLOR_ID = 'chosen-theme-color';

/** Before anything is painted. `try`, since a browser that keeps nothing makes an error of asking. */
export const THEME_SCRIPT = `try{const t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark'){document.documentElement.dataset.theme=t;const m=document.createElement('meta');m.id='${CHOSEN_COLOR_ID}';m.name='theme-color';m.content=${JSON.stringify(THEME_COLORS)}[t];document.head.prepend(m)}}catch{}`;

export function keptTheme(): Theme | undefined {
  try {
    const kept = localStorage.getItem(THEME_KEY);
    return kept === 'light' || kept === 'dark' ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Shows the choice at once and keeps it; without one the system's counts. */
export function keepTheme(theme: Theme | undefined): void {
  try {
    if (theme) localStorage.setItem(THEME_KEY, theme);
    else localStorage.removeItem(THEME_KEY);
  } catch {
    // It holds for this page, then.
  }
  showTheme(theme);
}

/** Marks the root element, for the style sheet, and tells the browser. */
function showTheme(theme: Theme | undefined): void {
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
