import { Modal, Radio, Skeleton } from '@mantine/core';
import type { TFunction } from 'i18next';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contentLanguage } from '../../../i18n/content-language.ts';
import type { CategoryOption } from '../../categories/category-options.ts';
import type { ConsoleKey } from '../../ui/failure-text.ts';
import { useLanguageName } from '../../ui/use-language-name.ts';
import { allTags, type PostFormValues } from '../post-form-values.ts';
import {
  type Choice,
  type Choices,
  type ComparedField,
  canBeBoth,
  chosenFields,
  differencesOf,
  firstChoices,
  isBodyWhole,
  mergedOf,
} from './differences.ts';
import './compare.css';

const BodyMerge = lazy(async () => ({ default: (await import('./body-merge.tsx')).BodyMerge }));

export interface Comparison {
  readonly mine: PostFormValues;
  readonly theirs: PostFormValues;
  readonly base?: PostFormValues | undefined;
}

export interface CompareDialogProps {
  readonly comparison: Comparison | undefined;
  readonly title: string;
  readonly mineName: string;
  readonly theirsName: string;
  readonly categories: readonly CategoryOption[];
  readonly onClose: () => void;
  readonly children?: ReactNode;
  readonly actions: (merged: () => PostFormValues) => ReactNode;
}

export function CompareDialog({ comparison, title, onClose, ...parts }: CompareDialogProps) {
  const { t } = useTranslation('console');
  return (
    <Modal
      opened={comparison !== undefined}
      onClose={onClose}
      title={title}
      size="80rem"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {comparison && <Versions comparison={comparison} {...parts} />}
    </Modal>
  );
}

type VersionsProps = Omit<CompareDialogProps, 'comparison' | 'title' | 'onClose'> & { readonly comparison: Comparison };

function Versions({ comparison, mineName, theirsName, categories, children, actions }: VersionsProps) {
  const { t } = useTranslation('console');
  const nameOfLanguage = useLanguageName();
  const [{ mine, theirs, base }] = useState(comparison);
  const [choices, setChoices] = useState<Choices>(() => firstChoices(mine, base));
  const [fields] = useState(() => differencesOf(mine, theirs));
  const isWholeBody = isBodyWhole({ mine, theirs });
  const initial = choices.body === 'theirs' ? theirs.body : mine.body;
  const body = useRef(initial);
  const names = { mine: mineName, theirs: theirsName };

  function shown(choice: 'mine' | 'theirs', field: ComparedField): ShownVersion {
    const version = { mine, theirs }[choice];
    const mode = t(`posts.modes.${version.editorMode}.name`);
    const name = field === 'body' ? `${names[choice]} – ${mode}` : names[choice];
    return { choice, name, text: textOf(field, version, { t, categories, nameOfLanguage }) || t('posts.noneChosen') };
  }

  return (
    <>
      {children}
      {fields.length === 0 && <p className="compare-none">{t('writing.compare.none')}</p>}
      {chosenFields({ mine, theirs }).map((field) => (
        <FieldChoice
          key={field}
          field={field}
          help={field === 'body' && t('writing.compare.bodyWhole')}
          versions={[shown('mine', field), shown('theirs', field)]}
          value={choices[field] ?? 'mine'}
          onChange={(choice) => setChoices((before) => ({ ...before, [field]: choice }))}
        />
      ))}
      {fields.includes('body') && !isWholeBody && (
        <section className="compare-body" aria-label={t('posts.fields.body')}>
          <h3>{t('posts.fields.body')}</h3>
          <Suspense fallback={<Skeleton height="12rem" />}>
            <BodyMerge
              mineName={mineName}
              theirsName={theirsName}
              mine={mine.body}
              theirs={theirs.body}
              initial={initial}
              onChange={(text) => {
                body.current = text;
              }}
            />
          </Suspense>
        </section>
      )}
      <div className="compare-actions ui-row ui-gap-2-3">
        {actions(() => mergedOf({ mine, theirs }, choices, body.current))}
      </div>
    </>
  );
}

interface ShownVersion {
  readonly choice: Choice;
  readonly name: string;
  readonly text: string;
}

interface FieldChoiceProps {
  readonly field: ComparedField;
  readonly help: string | false;
  readonly versions: readonly ShownVersion[];
  readonly value: Choice;
  readonly onChange: (choice: Choice) => void;
}

const NAMES: Readonly<Partial<Record<ComparedField, ConsoleKey>>> = {
  images: 'postFiles.images',
  files: 'postFiles.files',
  thumbnail: 'postFiles.thumbnail',
  groups: 'writing.groups',
};

function nameKeyOf(field: ComparedField): ConsoleKey {
  return NAMES[field] ?? (`posts.fields.${field}` as ConsoleKey);
}

function FieldChoice({ field, help, versions, value, onChange }: FieldChoiceProps) {
  const { t } = useTranslation('console');
  return (
    <Radio.Group
      className="compare-field"
      label={t(nameKeyOf(field))}
      description={help}
      value={value}
      onChange={(choice) => onChange(choice as Choice)}
    >
      <div className="compare-choices">
        {versions.map(({ choice, name, text }) => (
          <Radio
            key={choice}
            value={choice}
            label={name}
            description={
              <span className="compare-value" lang={contentLanguage(text)}>
                {text}
              </span>
            }
          />
        ))}
        {canBeBoth(field) && <Radio value="both" label={t('writing.compare.both')} />}
      </div>
    </Radio.Group>
  );
}

function textOf(
  field: ComparedField,
  values: PostFormValues,
  {
    t,
    categories,
    nameOfLanguage,
  }: { t: TFunction<'console'>; categories: readonly CategoryOption[]; nameOfLanguage: (tag: string) => string },
): string {
  switch (field) {
    case 'isHiddenInList':
      return t(values.isHiddenInList ? 'writing.compare.yes' : 'writing.compare.no');
    case 'language':
      return values.language === '' ? t('posts.languageDetected') : nameOfLanguage(values.language);
    case 'editorMode':
      return t(`posts.modes.${values.editorMode}.name`);
    case 'category':
      return categories.find(({ value }) => value === values.category)?.label ?? values.category;
    case 'thumbnail':
      return filesText(values.thumbnail ? [values.thumbnail] : []);
    case 'images':
    case 'files':
      return filesText(values[field]);
    case 'links':
      return values.links.map(({ url, label }) => (label === '' ? url : `${label} (${url})`)).join('\n');
    case 'tags':
      return allTags(values).join(', ');
    case 'groups':
      return values.groups.join(', ');
    case 'publishAt':
      return values.publishAt.replace('T', ' ');
    default:
      return values[field];
  }
}

function filesText(files: readonly { readonly fileId: string; readonly caption: string }[]): string {
  return files.map(({ fileId, caption }) => (caption === '' ? fileId : `${caption} (${fileId})`)).join('\n');
}
