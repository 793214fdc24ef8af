import { ActionIcon } from '@mantine/core';
import {
  FileText,
  FolderTree,
  Image,
  Layers,
  type LucideIcon,
  MessageSquare,
  PanelLeft,
  Settings,
  SlidersHorizontal,
  Tag,
  Trash2,
  Webhook,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useActorIfKnown } from '../../session/actor.ts';
import { readStored, store } from '../../ui/browser-storage.ts';
import { withLastFilters } from './crumbs.tsx';
import { consoleServiceIdIn, isWritingScreen, type Place, placesOfService } from './places.ts';

const FOLDED_KEY = 'kawaraban.side-bar-folded';

const icons: Readonly<Record<Place['title'], LucideIcon>> = {
  'frame.place.posts': FileText,
  'frame.place.comments': MessageSquare,
  'frame.place.files': Image,
  'frame.place.categories': FolderTree,
  'frame.place.tags': Tag,
  'frame.place.groups': Layers,
  'frame.place.bin': Trash2,
  'frame.place.contents': SlidersHorizontal,
  'page.serviceSettings': Settings,
  'page.webhooks': Webhook,
};

/** Screens of the current service: a side bar that folds to icons, at the bottom of phones. */
export function SideBar() {
  const { t } = useTranslation('console');
  const actor = useActorIfKnown();
  const { pathname } = useLocation();
  const [isFolded, setIsFolded] = useState(false);
  useEffect(() => setIsFolded(readStored('localStorage', FOLDED_KEY) === true), []);
  const bar = useRef<HTMLElement>(null);
  const places = usePlaces(pathname);
  const current = currentPlace(places, pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place may be outside the scrolled bar of phones
  useEffect(() => {
    const link = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current && link) bar.current.scrollLeft = link.offsetLeft - bar.current.clientWidth / 2;
  }, [current]);

  const serviceId = consoleServiceIdIn(pathname);
  const service = actor?.services.find((each) => each.serviceId === serviceId);
  if (serviceId === undefined || (actor && !service)) return null;
  const fold = () => {
    setIsFolded(!isFolded);
    store('localStorage', FOLDED_KEY, !isFolded || undefined);
  };
  const isWriting = isWritingScreen(pathname);
  return (
    <nav
      className="side-bar"
      ref={bar}
      aria-label={service && t('frame.serviceIs', { label: service.label })}
      data-folded={isFolded || isWriting || undefined}
      data-writing={isWriting || undefined}
    >
      <ul>
        {places.map((place) => {
          const Icon = icons[place.title];
          return (
            <li key={place.path}>
              <Link
                to={withLastFilters(place, serviceId)}
                aria-current={place === current ? (place.path === pathname ? 'page' : 'true') : undefined}
                title={t(place.title)}
              >
                <Icon aria-hidden="true" />
                <span className="side-bar-label">{t(place.title)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      {!isWriting && (
        <ActionIcon className="side-bar-fold" aria-label={t('frame.fold')} aria-pressed={isFolded} onClick={fold}>
          <PanelLeft />
        </ActionIcon>
      )}
    </nav>
  );
}

function usePlaces(pathname: string): readonly Place[] {
  const actor = useActorIfKnown();
  const service = actor?.services.find(({ serviceId }) => serviceId === consoleServiceIdIn(pathname));
  return actor && service ? placesOfService(service, actor.role) : [];
}

/** The place with the longest path that contains the screen. */
function currentPlace(places: readonly Place[], pathname: string): Place | undefined {
  const [place] = places
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((one, other) => other.path.length - one.path.length);
  return place;
}
