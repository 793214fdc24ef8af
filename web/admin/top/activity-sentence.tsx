import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ActivityEntry } from '#contract/overview.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { contentCommentsPath, postBinPath, postDetailPath } from '../../paths/console.ts';
import { useName } from '../people/use-name.ts';

export function ActivitySentence({ entry }: { entry: ActivityEntry }) {
  const { t } = useTranslation('console');
  if (entry.kind === 'commented') return <CommentSentence entry={entry} />;
  if (entry.kind !== 'went-live') return <ActionSentence entry={entry} />;
  const { title } = entry;
  return <Sentence sentence={t('overview.did.went-live', { title: TITLE })} to={pathOf(entry)} title={title} />;
}

type ActionEntry = Extract<ActivityEntry, { by: string }>;
type Commented = Extract<ActivityEntry, { kind: 'commented' }>;

function ActionSentence({ entry }: { entry: ActionEntry }) {
  const { t } = useTranslation('console');
  const name = useName(entry.by);
  const { kind, times, title } = entry;
  return (
    <>
      <Sentence sentence={t(`overview.did.${kind}`, { name, title: TITLE })} to={pathOf(entry)} title={title} />
      {times > 1 && <span className="ui-quiet">{t('overview.times', { count: times })}</span>}
    </>
  );
}

function pathOf({ kind, serviceId, postId }: ActivityEntry): string | undefined {
  if (kind === 'deleted') return postBinPath(serviceId);
  return postId === null ? undefined : postDetailPath(serviceId, postId);
}

function CommentSentence({ entry }: { entry: Commented }) {
  const { t } = useTranslation('console');
  const { serviceId, contentId, title, excerpt, times } = entry;
  return (
    <>
      <Sentence
        sentence={t('overview.commented', { count: times, title: TITLE })}
        to={contentCommentsPath(serviceId, contentId)}
        title={title}
      />
      <q className="activity-excerpt" lang={contentLanguage(excerpt)}>
        {excerpt}
      </q>
    </>
  );
}

/** Placeholder for the title in a translated sentence; the title is rendered as a link. */
const TITLE = '\u0000';

interface SentenceProps {
  readonly sentence: string;
  readonly to: string | undefined;
  readonly title: string;
}

function Sentence({ sentence, to, title }: SentenceProps) {
  const [before, after] = sentence.split(TITLE);
  return (
    <span>
      {before}
      <Title to={to} title={title} />
      {after}
    </span>
  );
}

function Title({ to, title }: { to: string | undefined; title: string }) {
  const language = contentLanguage(title);
  if (to === undefined) return <cite lang={language}>{title}</cite>;
  return (
    <Link to={to} lang={language}>
      {title}
    </Link>
  );
}
