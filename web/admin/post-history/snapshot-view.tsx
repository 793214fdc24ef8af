import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminPostApi } from '#contract/admin-posts.ts';
import type { MissingPart, PostSnapshot } from '#contract/post-history.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { quietCall } from '../../session/console-call.ts';
import { Prose } from '../posts/prose.tsx';
import { FieldValue, useFieldNames } from './field-value.tsx';
import './snapshot.css';

interface SnapshotViewProps {
  readonly serviceId: string;
  readonly content: PostSnapshot;
}

export function SnapshotView({ serviceId, content }: SnapshotViewProps) {
  const { t } = useTranslation('console');
  const nameOf = useFieldNames();
  const { title, body: _, bodyFormat: __, ...fields } = content;
  const shown = Object.entries(fields).filter(([, value]) => !isEmpty(value)) as [keyof typeof fields, never][];
  return (
    <div className="snapshot ui-grid ui-gap-5">
      <article className="snapshot-text ui-panel" aria-label={t('posts.fields.body')}>
        <p className="snapshot-title" lang={contentLanguage(title)}>
          {title}
        </p>
        <SnapshotBody serviceId={serviceId} content={content} />
      </article>
      <dl className="snapshot-fields">
        {shown.map(([field, value]) => (
          <div key={field}>
            <dt>{nameOf(field)}</dt>
            <dd>
              <FieldValue field={field} value={value} serviceId={serviceId} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

function SnapshotBody({ serviceId, content: { title, body, bodyFormat, language } }: SnapshotViewProps) {
  const { t } = useTranslation('console');
  const [html, setHtml] = useState<string | 'failed'>();
  useEffect(() => {
    let isCurrent = true;
    const render = async () => {
      const request = { params: { serviceId }, body: { body, bodyFormat, language } };
      const rendered = await quietCall(adminPostApi.preview, request).catch(() => undefined);
      if (isCurrent) setHtml(rendered?.bodyHtml ?? 'failed');
    };
    if (body.trim() !== '') void render();
    return () => {
      isCurrent = false;
    };
  }, [serviceId, body, bodyFormat, language]);

  if (body.trim() === '') return <p className="ui-quiet">{t('posts.noBody')}</p>;
  if (html === undefined) return <p role="status">{t('console.loading')}</p>;
  if (html === 'failed') return <pre lang={contentLanguage(body)}>{body}</pre>;
  const shown = language || contentLanguage(`${title} ${body.slice(0, 2000)}`);
  return <Prose html={html} format={bodyFormat} language={shown} />;
}

export function MissingNotice({ missing }: { missing: readonly MissingPart[] }) {
  const { t } = useTranslation('console');
  return (
    <div role="status">
      {missing.length > 0 && (
        <div className="missing-notice ui-line ui-gap-3">
          <TriangleAlert />
          <div>
            <p>{t('history.missing.lead')}</p>
            <ul>
              {missing.map(({ field, value }) => (
                <li key={`${field} ${value}`}>{t(`history.missing.${field}`, { value })}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}
