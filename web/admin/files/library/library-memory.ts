export type LibraryView = 'grid' | 'list';

const VIEW_KEY = 'kawaraban.files.view';
const searchKey = (serviceId: string) => `kawaraban.files.${serviceId}`;

export function rememberedView(): LibraryView {
  return read(() => localStorage.getItem(VIEW_KEY)) === 'list' ? 'list' : 'grid';
}

export function rememberView(view: LibraryView): void {
  write(() => localStorage.setItem(VIEW_KEY, view));
}

export function rememberedLibrary(serviceId: string): string {
  const search = read(() => sessionStorage.getItem(searchKey(serviceId))) ?? '';
  return search.startsWith('?') ? search : '';
}

export function rememberLibrary(serviceId: string, search: string): void {
  write(() => sessionStorage.setItem(searchKey(serviceId), search));
}

function read(get: () => string | null): string | null {
  try {
    return get();
  } catch {
    return null;
  }
}

function write(set: () => void): void {
  try {
    set();
  } catch {
    // Without storage the setting lasts until the page is unloaded.
  }
}
