import { Button, CloseButton } from '@mantine/core';
import { Check, Clock, type LucideIcon, Minus, RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPost } from '#contract/admin-posts.ts';
import { type CopyState, type PublishedCopy, publishedCopyApi } from '#contract/publishing.ts';
import { locales, useLanguage } from '../../../i18n/language.ts';
import { backgroundCall } from '../../../session/console-call.ts';
import { type ConsoleKey, failureKeyOf } from '../../ui/failure-text.ts';
import { refocus } from '../../ui/refocus.ts';
import type { ReaderCheck } from './use-reader-check.ts';
import './published-copies.css';

interface PublishedCopiesProps {
  readonly check: ReaderCheck;
  /** Shows the places on demand only. */
  readonly isCompact?: boolean;
}

/** Shows where readers see the change that was just saved. */
export function PublishedCopies({ check: { checked, dismiss }, isCompact = false }: PublishedCopiesProps) {
  return checked ? (
    <CheckedCopies
      key={`${checked.postId} ${checked.revision}`}
      post={checked}
      onDismiss={dismiss}
      isCompact={isCompact}
    />
  ) : null;
}

interface CheckedCopiesProps {
  readonly post: AdminPost;
  readonly onDismiss: () => void;
  readonly isCompact: boolean;
}

function CheckedCopies({ post, onDismiss, isCompact }: CheckedCopiesProps) {
  const { t } = useTranslation('console');
  const state = usePublishedCopies(post);
  const { copies, failure, isChecking, checkAgain } = state;
  // A site may show the post at no address.
  if (copies?.length === 0) return null;
  return (
    <section className="published-copies" aria-label={t('publishedCopies.heading')}>
      <div className="published-copies-head">
        <Summary post={post} state={state} />
        {(copies || failure) && (
          <Button
            className="published-copies-again"
            size="compact-sm"
            variant="subtle"
            leftSection={<RefreshCw size={14} />}
            // Stays focusable during a check.
            aria-disabled={isChecking}
            onClick={() => !isChecking && checkAgain()}
          >
            {t('publishedCopies.again')}
          </Button>
        )}
        <CloseButton
          aria-label={t('publishedCopies.dismiss')}
          onClick={({ currentTarget }) => {
            refocus(document.querySelector('main'), currentTarget);
            onDismiss();
          }}
        />
      </div>
      {copies && (
        <details open={!isCompact}>
          <summary>{t('publishedCopies.heading')}</summary>
          <ul>
            {copies.map((copy) => (
              <CopyRow key={copy.place} copy={copy} post={post} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const TONE_ICONS = { checking: RefreshCw, bad: TriangleAlert, good: Check } satisfies Record<string, LucideIcon>;

interface Outcome {
  readonly tone: keyof typeof TONE_ICONS;
  readonly text: ConsoleKey;
  readonly count?: number;
}

function Summary({ post, state }: { readonly post: AdminPost; readonly state: PublishedCopiesState }) {
  const { t } = useTranslation('console');
  const { tone, text, count } = outcomeOf(post, state);
  const Icon = TONE_ICONS[tone];
  return (
    <p className="published-copies-summary ui-line ui-baseline ui-gap-2" role="status" data-tone={tone}>
      <Icon size={16} />
      <span>{t(text, { count })}</span>
    </p>
  );
}

function outcomeOf(post: AdminPost, { copies, failure }: PublishedCopiesState): Outcome {
  if (failure) return { tone: 'bad', text: failure };
  if (!copies) return { tone: 'checking', text: 'publishedCopies.checking' };
  const outdated = copies.filter(isOutdated).length;
  if (outdated > 0) return { tone: 'bad', text: 'publishedCopies.outdated', count: outdated };
  const unreachable = copies.filter(({ state }) => state === 'unreachable').length;
  if (unreachable > 0) return { tone: 'bad', text: 'publishedCopies.unreachable', count: unreachable };
  return { tone: 'good', text: `publishedCopies.${post.status === 'published' ? 'allCurrent' : 'allAbsent'}` };
}

const ICONS: Readonly<Record<CopyState, LucideIcon>> = {
  current: Check,
  stale: Clock,
  missing: Clock,
  remains: Clock,
  absent: Minus,
  unreachable: TriangleAlert,
};

function CopyRow({ copy, post }: { readonly copy: PublishedCopy; readonly post: AdminPost }) {
  const { t } = useTranslation('console');
  const numbers = new Intl.NumberFormat(locales[useLanguage()], { maximumFractionDigits: 2 });
  const Icon = ICONS[copy.state];
  return (
    <li data-state={copy.state}>
      <Icon size={14} />
      <a href={copy.url} target="_blank" rel="noreferrer">
        {t(`publishedCopies.places.${copy.place}`)}
      </a>
      <span className="published-copies-state">{t(...stateText(copy, post))}</span>
      <span className="ui-quiet ui-digits">
        {t('publishedCopies.took', { seconds: numbers.format(copy.durationMs / 1000) })}
      </span>
      {isOutdated(copy) && <CacheFacts copy={copy} />}
    </li>
  );
}

function stateText({ state, error, status }: PublishedCopy, post: AdminPost) {
  if (state === 'unreachable' && error !== null) return [`publishedCopies.errors.${error}`, { status }] as const;
  if (state !== 'absent' || post.status !== 'published') return [`publishedCopies.states.${state}`, {}] as const;
  return [post.isHiddenInList ? 'publishedCopies.hiddenInList' : 'publishedCopies.notNewest', {}] as const;
}

/** Describes the copy of a cache, and the headers by which an administrator finds that cache. */
function CacheFacts({ copy: { ageSeconds, secondsLeft, cacheControl, servedBy } }: { readonly copy: PublishedCopy }) {
  const { t } = useTranslation('console');
  const locale = locales[useLanguage()];
  const headers = [
    ageSeconds !== null && `Age: ${ageSeconds}`,
    cacheControl !== null && `Cache-Control: ${cacheControl}`,
    servedBy,
  ];
  return (
    <p className="published-copies-cache">
      {t(`publishedCopies.copy.${copyTextOf(ageSeconds, secondsLeft)}`, {
        age: durationText(ageSeconds ?? 0, locale),
        left: durationText(secondsLeft ?? 0, locale),
      })}
      <code>{headers.filter(Boolean).join(' · ')}</code>
    </p>
  );
}

function copyTextOf(ageSeconds: number | null, secondsLeft: number | null) {
  if (ageSeconds === null) return 'unknownAge';
  if (secondsLeft === null) return 'unknownTime';
  return secondsLeft > 0 ? 'stays' : 'expired';
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Writes a duration in its largest unit of which there are at least two. */
export function durationText(seconds: number, locale: string): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= 2 * size) ?? ['second', 1];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  // Japanese texts contain no spaces; the browser adds them.
  return format.format(Math.round(seconds / size)).replace(/ (?=[^\p{Script=Latin}])/u, '');
}

/** A CDN needs a moment to drop its copies. */
const AGAIN_MS = 3000;
const AUTOMATIC_CHECKS = 2;

const OUTDATED: ReadonlySet<CopyState> = new Set(['stale', 'missing', 'remains']);

const isOutdated = ({ state }: PublishedCopy) => OUTDATED.has(state);

interface PublishedCopiesState {
  /** Result of the last check, kept during the next one. */
  readonly copies: readonly PublishedCopy[] | undefined;
  readonly failure: ConsoleKey | undefined;
  readonly isChecking: boolean;
  readonly checkAgain: () => void;
}

/** Checks at once, and again by itself while copies are outdated. Leaving the screen aborts the request. */
function usePublishedCopies({ serviceId, postId }: AdminPost): PublishedCopiesState {
  const [copies, setCopies] = useState<readonly PublishedCopy[]>();
  const [failure, setFailure] = useState<ConsoleKey>();
  const [isChecking, setIsChecking] = useState(true);
  const [checks, setChecks] = useState(0);

  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    setIsChecking(true);
    backgroundCall(publishedCopyApi.check, { params: { serviceId, idOrSlug: postId } }, leaving.signal).then(
      (checked) => {
        if (leaving.signal.aborted) return;
        setCopies(checked.copies);
        setFailure(undefined);
        setIsChecking(false);
        if (checks < AUTOMATIC_CHECKS && checked.copies.some(isOutdated)) {
          timer = setTimeout(() => setChecks(checks + 1), AGAIN_MS);
        }
      },
      (error) => {
        if (leaving.signal.aborted) return;
        setFailure(failureKeyOf(error));
        setIsChecking(false);
      },
    );
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [serviceId, postId, checks]);

  return { copies, failure, isChecking, checkAgain: () => setChecks(Math.max(checks + 1, AUTOMATIC_CHECKS)) };
}
