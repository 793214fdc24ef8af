import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import { Instant } from '#contract/text.ts';
import { Time } from '../ui/facts.tsx';
import { isAboutKey } from './audit-sentence.ts';
import { attributeNames, detailNames, detailWords } from './audit-words.ts';

type Details = AuditEntry['details'];

export function AuditDetails({ entry: { action, details } }: { entry: AuditEntry }) {
  const { t } = useTranslation('console');
  const known = Object.entries(details).filter(([name, value]) => !isNothing(value) && !isInSentence(action, name));
  if (known.length === 0) return null;
  return (
    <dl className="audit-details">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{t('audit.detailName', { name: nameOf(name, t) })}</dt>
          <dd>{isInstant(value) ? <Time value={value} isShort /> : textOf(name, value, t)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The label of an API key is part of the entry's sentence. */
function isInSentence(action: AuditEntry['action'], name: string): boolean {
  return isAboutKey(action) && name === 'label';
}

function isNothing(value: Details[string]): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function isInstant(value: Details[string]): value is string {
  return Instant.safeParse(value).success;
}

function nameOf(name: string, t: TFunction<'console'>): string {
  const known = detailNames.find((each) => each === name);
  return known === undefined ? name : t(`audit.details.${known}`);
}

function textOf(name: string, value: Details[string], t: TFunction<'console'>): string {
  if (Array.isArray(value)) {
    return value.map((each) => (name === 'names' ? attributeOf(each, t) : each)).join(t('services.and'));
  }
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
  const known = detailWords.find((each) => each === value);
  return known === undefined ? String(value) : t(`audit.words.${known}`);
}

function attributeOf(name: string, t: TFunction<'console'>): string {
  const known = attributeNames.find((each) => each === name);
  return known === undefined ? name : t(`audit.attributes.${known}`);
}
