import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useActor } from '../../session/actor.ts';
import { useAppearance } from '../frame/appearance.ts';
import { useChooseLanguage } from '../frame/choose-language.ts';
import { postPath } from '../posts/post-paths.ts';
import { shortcutHelp } from '../shortcuts/help-state.ts';
import { type Deed, type Entry, entriesAtHand, entriesFor, fittingEntries } from './entries.ts';
import { type FoundPosts, useFoundPosts } from './use-found-posts.ts';

export interface Choices {
  readonly entries: readonly Entry[];
  readonly found: FoundPosts;
}

/**
 * Returns the results for an input. `settled` excludes text that is still being composed and drives the post search.
 */
export function useChoices(typed: string, settled: string): Choices {
  const { t } = useTranslation('console');
  const { pathname } = useLocation();
  const actor = useActor();
  const entries = entriesFor(actor, pathname);
  const isBlank = typed.trim() === '';
  const fitting = isBlank ? entriesAtHand(entries, pathname) : fittingEntries(entries, typed, ({ title }) => t(title));
  const ordered = ['action', 'screen'].flatMap((kind) => fitting.filter((entry) => entry.kind === kind));
  return { entries: ordered, found: useFoundPosts(settled.trim()) };
}

export function useChoose(onDone: () => void) {
  const navigate = useNavigate();
  const doIt = useDeeds();
  const goTo = (path: string, { isOutside = false, isApart = false }) => {
    onDone();
    if (isApart) open(path, '_blank', 'noopener');
    else if (isOutside) location.assign(path);
    else void navigate(path);
  };
  return {
    entry: ({ path, deed, isOutside = false }: Entry, isApart: boolean) => {
      if (path !== undefined) return goTo(path, { isOutside, isApart });
      onDone();
      if (deed) doIt(deed);
    },
    post: ({ serviceId, postId }: { serviceId: string; postId: string }, isApart: boolean) =>
      goTo(postPath(serviceId, postId), { isApart }),
  };
}

function useDeeds(): (deed: Deed) => void {
  const [, show] = useAppearance();
  const speak = useChooseLanguage();
  return (deed) => {
    if (deed === 'shortcuts') shortcutHelp.set(true);
    else if (deed === 'en' || deed === 'ja') void speak(deed);
    else show(deed);
  };
}
