/** Light or dark, where somebody has chosen: kept in this browser alone, so that pages stay the same for everybody. */

export type Theme = 'light' | 'dark';

/** Site and console have one choice. */
export const THEME_KEY = 'kawaraban-theme';

/** Before anything is painted. `try`, since a browser that keeps nothing makes an error of asking. */
export const THEME_SCRIPT = `try{const t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

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

/** Marks the root element, for the style sheet. */
function showTheme(theme: Theme | undefined): void {
  const { dataset } = document.documentElement;
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
}
