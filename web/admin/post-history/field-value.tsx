import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PostFile } from '#contract/files.ts';
import type { PostSnapshot } from '#contract/post-history.ts';
import type { PostLink } from '#contract/posts.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { fileDetailPath } from '../../paths/console.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { useLanguageName } from '../ui/use-language-name.ts';

type Field = Exclude<keyof PostSnapshot, 'body'>;

export function useFieldNames(): (field: Field) => string {
  const { t } = useTranslation('console');
  return (field) => nameOf(t, field);
}

function nameOf(t: TFunction<'console'>, field: Field): string {
  switch (field) {
    case 'thumbnail':
    case 'images':
    case 'files':
      return t(`postFiles.${field}`);
    case 'status':
      return t('posts.columns.status');
    case 'categorySlug':
      return t('posts.fields.category');
    case 'bodyFormat':
      return t('posts.fields.editorMode');
    default:
      return t(`posts.fields.${field}`);
  }
}

interface FieldValueProps {
  readonly field: Field;
  readonly value: unknown;
  readonly serviceId: string;
}

export function FieldValue({ field, value, serviceId }: FieldValueProps) {
  const { t } = useTranslation('console');
  const nameOfLanguage = useLanguageName();
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return t('history.nothing');
  switch (field) {
    case 'publishAt':
      return <DateTime value={value as string} withTime />;
    case 'language':
      return nameOfLanguage(value as string);
    case 'status':
      return t(`posts.status.${value as PostSnapshot['status']}`);
    case 'editorMode':
      return t(`posts.modes.${value as PostSnapshot['editorMode']}.name`);
    case 'isHiddenInList':
      return t(value === true ? 'history.yes' : 'history.no');
    case 'tags':
      return (value as string[]).join(t('history.comma'));
    case 'thumbnail':
      return <Files files={[value as PostFile]} serviceId={serviceId} />;
    case 'images':
    case 'files':
      return <Files files={value as PostFile[]} serviceId={serviceId} />;
    case 'links':
      return <Links links={value as PostLink[]} />;
    case 'slug':
    case 'categorySlug':
    case 'contentId':
      return <code>{value as string}</code>;
    default:
      return <span lang={contentLanguage(String(value))}>{String(value)}</span>;
  }
}

function Files({ files, serviceId }: { files: readonly PostFile[]; serviceId: string }) {
  return (
    <ul>
      {files.map(({ fileId, caption }) => (
        <li key={fileId}>
          <Link to={fileDetailPath(serviceId, fileId)}>{caption || fileId}</Link>
        </li>
      ))}
    </ul>
  );
}

function Links({ links }: { links: readonly PostLink[] }) {
  return (
    <ul>
      {links.map(({ id, url, label }) => (
        <li key={id}>{label ? `${label} (${url})` : url}</li>
      ))}
    </ul>
  );
}
