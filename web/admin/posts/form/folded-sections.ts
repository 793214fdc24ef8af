const PREFIX = 'kawaraban.folded.';

export function isFolded(username: string, section: string, atFirst: boolean): boolean {
  return read(username)[section] ?? atFirst;
}

export function rememberFolded(username: string, section: string, folded: boolean): void {
  const before = read(username);
  if (before[section] === folded) return;
  try {
    localStorage.setItem(`${PREFIX}${username}`, JSON.stringify({ ...before, [section]: folded }));
  } catch {
    // Storage is unavailable: the next visit shows the default state.
  }
}

function read(username: string): Readonly<Record<string, boolean>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${PREFIX}${username}`) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}
