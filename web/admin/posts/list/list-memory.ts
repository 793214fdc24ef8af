import { firstPage, type ListState, MAX_PAGES, toSearch } from './list-state.ts';

interface Memory {
  readonly search: string;
  readonly list: string;
  /** Pager keys by page number; the first page has an empty one. */
  readonly keys: readonly string[];
}

const NOTHING: Memory = { search: '', list: '', keys: [''] };

const nameOf = (serviceId: string) => `kawaraban.posts.${serviceId}`;

export function rememberPage(
  serviceId: string,
  state: ListState,
  nextKey: string | undefined,
  storage: Storage = sessionStorage,
): void {
  const list = toSearch(firstPage(state));
  const before = read(serviceId, storage);
  const keys = before.list === list ? [...before.keys] : [''];
  if (state.index > 0 && state.pagerKey !== undefined) keys[state.index] = state.pagerKey;
  if (nextKey !== undefined && state.index + 1 < MAX_PAGES) keys[state.index + 1] = nextKey;
  write(serviceId, { search: toSearch(state), list, keys: Array.from(keys, (key) => key ?? '') }, storage);
}

export function rememberedSearch(serviceId: string, storage: Storage = sessionStorage): string {
  return read(serviceId, storage).search;
}

export function pageOf(
  serviceId: string,
  state: ListState,
  index: number,
  storage: Storage = sessionStorage,
): ListState {
  const { list, keys } = read(serviceId, storage);
  const pagerKey = list === toSearch(firstPage(state)) ? keys[index] : undefined;
  return pagerKey === undefined || pagerKey === '' ? firstPage(state) : { ...state, index, pagerKey };
}

function read(serviceId: string, storage: Storage): Memory {
  try {
    const memory = JSON.parse(storage.getItem(nameOf(serviceId)) ?? 'null') as Memory | null;
    return memory && Array.isArray(memory.keys) ? memory : NOTHING;
  } catch {
    return NOTHING;
  }
}

function write(serviceId: string, memory: Memory, storage: Storage): void {
  try {
    storage.setItem(nameOf(serviceId), JSON.stringify(memory));
  } catch {
    storage.removeItem(nameOf(serviceId));
  }
}
