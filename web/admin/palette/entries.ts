import type { Language } from '#contract/site-config.ts';
import { sortByLabel } from '../../i18n/sort-by-label.ts';
import { SETTINGS_PATH } from '../../paths/account.ts';
import {
  API_KEY_CREATE_PATH,
  CONSOLE_SIGN_OUT_PATH,
  categoryCreatePath,
  groupCreatePath,
  postCreatePath,
  qrPath,
  SERVICE_CREATE_PATH,
  USER_CREATE_PATH,
} from '../../paths/console.ts';
import { CONSOLE_PATH, HOME_PATH } from '../../paths/site.ts';
import { type Actor, isEditor } from '../../session/actor.ts';
import { adminPlaces, consoleServiceIdIn, placesOfService } from '../frame/places.ts';
import { foldForFilter } from '../ui/filter-text.ts';

export type PaletteAction = 'light' | 'dark' | 'auto' | 'en' | 'ja' | 'shortcuts';

type EntryTitle =
  | (typeof adminPlaces)[number]['title']
  | ReturnType<typeof placesOfService>[number]['title']
  | 'frame.dashboard'
  | 'page.createService'
  | 'page.createUser'
  | 'page.createApiKey'
  | 'qr.title'
  | 'console.site'
  | 'console.accountSettings'
  | 'action.signOut'
  | 'shortcuts.title'
  | `palette.action.${'post' | 'category' | 'group' | Exclude<PaletteAction, 'shortcuts'>}`;

export interface Entry {
  readonly kind: 'screen' | 'action';
  readonly title: EntryTitle;
  readonly path?: string;
  readonly action?: PaletteAction;
  readonly isOutside?: boolean;
  readonly service?: { readonly serviceId: string; readonly label: string };
}

export function entriesFor(actor: Actor, pathname: string, language: Language): Entry[] {
  const here = consoleServiceIdIn(pathname);
  const services = sortByLabel(actor.services, language, ({ label }) => label).sort(
    (one, other) => Number(other.serviceId === here) - Number(one.serviceId === here),
  );
  return [
    ...services.flatMap((service) => actionsOf(service, actor)),
    ...services.flatMap((service) => screensOf(service, actor)),
    { kind: 'screen', title: 'frame.dashboard', path: CONSOLE_PATH },
    ...(actor.role === 'admin' ? adminEntries() : []),
    { kind: 'screen', title: 'qr.title', path: qrPath() },
    ...ownEntries,
  ];
}

type Service = Actor['services'][number];

function screensOf(service: Service, { role }: Actor): Entry[] {
  return placesOfService(service, role).map((place) => ({ kind: 'screen', ...place, service }));
}

function actionsOf(service: Service, actor: Actor): Entry[] {
  if (!isEditor(actor) || !service.functions.includes('post')) return [];
  const { serviceId } = service;
  return [
    { kind: 'action', title: 'palette.action.post', path: postCreatePath(serviceId), service },
    { kind: 'action', title: 'palette.action.category', path: categoryCreatePath(serviceId), service },
    { kind: 'action', title: 'palette.action.group', path: groupCreatePath(serviceId), service },
  ];
}

function adminEntries(): Entry[] {
  return [
    ...adminPlaces.map((place): Entry => ({ kind: 'screen', ...place })),
    { kind: 'action', title: 'page.createService', path: SERVICE_CREATE_PATH },
    { kind: 'action', title: 'page.createUser', path: USER_CREATE_PATH },
    { kind: 'action', title: 'page.createApiKey', path: API_KEY_CREATE_PATH },
  ];
}

const actions = ['light', 'dark', 'auto', 'en', 'ja'] as const;

const ownEntries: readonly Entry[] = [
  { kind: 'screen', title: 'console.accountSettings', path: SETTINGS_PATH, isOutside: true },
  { kind: 'screen', title: 'console.site', path: HOME_PATH, isOutside: true },
  { kind: 'action', title: 'shortcuts.title', action: 'shortcuts' },
  ...actions.map((action): Entry => ({ kind: 'action', title: `palette.action.${action}`, action })),
  { kind: 'action', title: 'action.signOut', path: CONSOLE_SIGN_OUT_PATH },
];

export function suggestedEntries(entries: readonly Entry[], pathname: string): Entry[] {
  const here = consoleServiceIdIn(pathname);
  return here === undefined
    ? entries.filter(({ kind, service }) => kind === 'screen' && !service)
    : entries.filter(({ service }) => service?.serviceId === here);
}

const MAX_BY_NAME = 8;
const MAX_BY_PLACE = 4;

export function fittingEntries(entries: readonly Entry[], typed: string, nameOf: (entry: Entry) => string): Entry[] {
  const words = folded(typed).split(' ').filter(Boolean);
  const fitting = entries.flatMap((entry) => {
    const name = folded(nameOf(entry));
    const place = folded(`${entry.service?.label ?? ''} ${entry.path ?? ''} ${entry.action ?? ''}`);
    if (!words.every((word) => name.includes(word) || place.includes(word))) return [];
    return [{ entry, isByName: words.some((word) => name.includes(word)) }];
  });
  const some = (isByName: boolean, count: number) =>
    fitting.filter((each) => each.isByName === isByName).slice(0, count);
  return [...some(true, MAX_BY_NAME), ...some(false, MAX_BY_PLACE)].map(({ entry }) => entry);
}

function folded(text: string): string {
  return foldForFilter(text).replace(/\s+/g, ' ').trim();
}
