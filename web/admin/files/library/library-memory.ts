import { readStoredText, storeText } from '../../../ui/browser-storage.ts';

export type LibraryView = 'grid' | 'list';

const VIEW_KEY = 'kawaraban.files.view';
const searchKey = (serviceId: string) => `kawaraban.files.${serviceId}`;

export function rememberedView(): LibraryView {
  return readStoredText('localStorage', VIEW_KEY) === 'list' ? 'list' : 'grid';
}

export function rememberView(view: LibraryView): void {
  storeText('localStorage', VIEW_KEY, view);
}

export function rememberedLibrary(serviceId: string): string {
  const search = readStoredText('sessionStorage', searchKey(serviceId)) ?? '';
  return search.startsWith('?') ? search : '';
}

export function rememberLibrary(serviceId: string, search: string): void {
  storeText('sessionStorage', searchKey(serviceId), search);
}
