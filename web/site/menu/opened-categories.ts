/** Categories expanded by the visitor, stored per service in `localStorage`. */

const MAX_OPENED = 100;

export function isKeptOpen(serviceId: string, slug: string): boolean {
  return keptOpen(serviceId).includes(slug);
}

export function keepOpen(serviceId: string, slug: string, isOpen: boolean): void {
  const others = keptOpen(serviceId).filter((other) => other !== slug);
  const opened = isOpen ? [...others, slug].slice(-MAX_OPENED) : others;
  try {
    if (opened.length > 0) localStorage.setItem(keyOf(serviceId), JSON.stringify(opened));
    else localStorage.removeItem(keyOf(serviceId));
  } catch {
    // Storage is unavailable: the choice applies to this page only.
  }
}

function keptOpen(serviceId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(serviceId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((slug) => typeof slug === 'string') : [];
  } catch {
    return [];
  }
}

function keyOf(serviceId: string): string {
  return `kawaraban-menu:${serviceId}`;
}
