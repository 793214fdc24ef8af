import { useTranslation } from 'react-i18next';
import type { RevisionComparison } from '#contract/post-history.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { FieldValue, useFieldNames } from './field-value.tsx';
import { wordDiffer } from './word-diff.ts';
import { Words } from './words.tsx';

type Difference = RevisionComparison['fields'][number];

const TEXTS: readonly Difference['field'][] = ['title', 'description', 'author', 'label'];

export function FieldDifferences({ fields, serviceId }: { fields: readonly Difference[]; serviceId: string }) {
  const { t } = useTranslation('console');
  const nameOf = useFieldNames();
  // The editor mode implies the body format.
  const isModeTold = fields.some(({ field }) => field === 'editorMode');
  const told = fields.filter(({ field }) => !(field === 'bodyFormat' && isModeTold));
  if (told.length === 0) return null;
  return (
    <section aria-labelledby="changed-fields">
      <h2 id="changed-fields">{t('history.fields')}</h2>
      <dl className="field-differences">
        {told.map((difference) => (
          <div key={difference.field}>
            <dt>{nameOf(difference.field)}</dt>
            <dd>
              <OneDifference {...difference} serviceId={serviceId} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function OneDifference({ field, before, after, serviceId }: Difference & { serviceId: string }) {
  const { t } = useTranslation('console');
  if (TEXTS.includes(field)) {
    const texts = [String(before ?? ''), String(after ?? '')] as const;
    const language = contentLanguage(texts.join(' '));
    const words = wordDiffer(language)(...texts);
    if (words) {
      return (
        <span lang={language}>
          <Words words={words} />
        </span>
      );
    }
  }
  return (
    <>
      <div className="was" data-change="removed">
        <span className="side-name">{t('history.before')}</span>
        <FieldValue field={field} value={before} serviceId={serviceId} />
      </div>
      <div className="was" data-change="added">
        <span className="side-name">{t('history.after')}</span>
        <FieldValue field={field} value={after} serviceId={serviceId} />
      </div>
    </>
  );
}
