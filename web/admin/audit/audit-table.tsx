import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditEntry } from '#contract/audit.ts';
import { Instant } from '#contract/text.ts';
import { userDetailPath } from '../../paths/console.ts';
import { Time } from '../ui/facts.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { type AuditNames, isAboutKey, sentenceOf, toWrittenName } from './audit-names.ts';

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  readonly names: AuditNames;
}

export function AuditTable({ entries, names }: AuditTableProps) {
  const { t } = useTranslation('console');
  return (
    <RecordTable
      caption={t('page.audit')}
      rows={entries}
      keyOf={({ entryId }) => entryId}
      className="audit-table"
      headerAt={1}
      columns={[
        { title: t('audit.at'), timeOf: ({ at }) => at },
        {
          title: t('audit.what'),
          cell: (entry) => (
            <>
              <span className="narrow">
                <Time value={entry.at} isShort />
              </span>
              <span className="audit-sentence">
                <Sentence entry={entry} names={names} />
              </span>
              <AuditDetails entry={entry} />
              <span className="narrow">
                <From entry={entry} />
              </span>
            </>
          ),
        },
        { title: t('audit.from'), cell: (entry) => <From entry={entry} /> },
      ]}
    />
  );
}

interface NamedProps {
  readonly entry: AuditEntry;
  readonly names: AuditNames;
}

/** Translations place actor and target in any order. */
function Sentence({ entry, names }: NamedProps) {
  const { t } = useTranslation('console');
  const parts = t(sentenceOf(entry)).split(/(<whom?\/>)/);
  return parts.map((part) => {
    if (part === '<who/>') return <ActorName key={part} entry={entry} names={names} />;
    return part === '<whom/>' ? <TargetName key={part} entry={entry} names={names} /> : part;
  });
}

function ActorName({ entry: { actorKind, actor }, names }: NamedProps) {
  const { t } = useTranslation('console');
  if (actorKind === 'user' && actor !== null) return <Account username={actor} names={names} />;
  if (actorKind === 'api-key' && actor !== null) {
    return <span>{t('audit.theKey', { label: toWrittenName(names, actor) })}</span>;
  }
  return <span>{t(`audit.kinds.${actorKind}`)}</span>;
}

function TargetName({ entry: { action, target, details }, names }: NamedProps) {
  if (target === null) return null;
  if (isAboutKey(action)) return <span>{names.keys[target] ?? String(details.label ?? target)}</span>;
  if (action === 'account-deleted') return <span>{String(details.email ?? toWrittenName(names, target))}</span>;
  return <Account username={target} names={names} />;
}

function Account({ username, names }: { username: string; names: AuditNames }) {
  return <Link to={userDetailPath(username)}>{toWrittenName(names, username)}</Link>;
}

function From({ entry: { address, requestId } }: { entry: AuditEntry }) {
  const { t } = useTranslation('console');
  return (
    <span>
      {address !== null && <span className="record-id">{address}</span>}
      {requestId !== null && (
        <span className="record-sub record-id" title={t('audit.requestId')}>
          {requestId}
        </span>
      )}
    </span>
  );
}

type Detail = AuditEntry['details'][string];
type TextGroup = 'audit.words' | 'audit.reasons' | 'audit.details' | 'audit.attributes' | 'webhooks.event';

/** Texts of the items in details that are lists. Other lists are shown as logged. */
const ITEM_GROUPS = new Map<string, TextGroup>([
  ['names', 'audit.attributes'],
  ['changed', 'audit.details'],
  ['events', 'webhooks.event'],
]);

const isCount = (name: string) => ['changed', 'unchanged', 'count'].includes(name);

function AuditDetails({ entry: { action, details } }: { entry: AuditEntry }) {
  const { t } = useTranslation('console');
  const textIfKnown = useTextIfKnown();
  const known = Object.entries(details).filter(([name, value]) => !isEmptyValue(value) && !isInSentence(action, name));
  if (known.length === 0) return null;

  function textOf(name: string, value: Detail): string {
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
    if (typeof value === 'number' && isCount(name)) return t('audit.countOf', { count: value });
    if (!Array.isArray(value)) return textIfKnown(name === 'reason' ? 'audit.reasons' : 'audit.words', String(value));
    const group = ITEM_GROUPS.get(name);
    const items = group === undefined ? value : value.map((each) => textIfKnown(group, each));
    return items.join(t('services.and'));
  }

  const labelOf = (name: string, value: Detail) =>
    textIfKnown('audit.details', name === 'changed' && typeof value === 'number' ? 'changedCount' : name);

  return (
    <dl className="audit-details ui-row ui-gap-0-4 ui-note">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{t('audit.detailName', { name: labelOf(name, value) })}</dt>
          <dd>{isInstant(value) ? <Time value={value} isShort /> : textOf(name, value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function useTextIfKnown() {
  const { t, i18n } = useTranslation('console');
  return (group: TextGroup, word: string) => {
    const key = `${group}.${word}`;
    const options = { ns: 'console', nsSeparator: false } as const;
    return i18n.exists(key, options) ? t(key as ConsoleKey, options) : word;
  };
}

function isInSentence(action: AuditEntry['action'], name: string): boolean {
  return isAboutKey(action) && name === 'label';
}

function isEmptyValue(value: Detail): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function isInstant(value: Detail): value is string {
  return Instant.safeParse(value).success;
}
