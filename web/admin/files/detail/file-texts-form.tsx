import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { type AdminFile, adminFileApi, type FileUpdate } from '#contract/admin-files.ts';
import type { FieldError } from '#contract/errors.ts';
import type { Wording } from '#contract/files.ts';
import { consoleCall } from '../../../session/console-call.ts';
import { RestoredNotice } from '../../drafts/draft-notices.tsx';
import { useFormDraft } from '../../drafts/use-form-draft.ts';
import { ConsoleForm, FormFailure, SubmitButton } from '../../ui/console-form.tsx';
import { FormConflict } from '../../ui/edit-conflict.tsx';
import { fieldErrorsOf, leafName } from '../../ui/failure-text.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { useEditSubmit } from '../../ui/use-submit.ts';
import { useValidateOnBlur } from '../../ui/use-validate-on-blur.ts';

export function FileTextsForm({ file, onSaved }: { file: AdminFile; onSaved: () => Promise<void> }) {
  const { t } = useTranslation('console');
  const { serviceId, fileId, fileType } = file;
  const form = useForm<FileTexts>({
    initialValues: textsOf(file),
    ...useValidateOnBlur(),
    validate: { name: (name) => (name.trim() === '' ? t('files.words.nameRequired') : null) },
  });
  const ofLanguage = (text: 'alt' | 'caption', language: 'en' | 'ja') =>
    t('files.words.ofLanguage', { text: t(`files.words.${text}`), language: t(`files.words.${language}`) });
  const labels = {
    name: t('files.words.name'),
    altEn: ofLanguage('alt', 'en'),
    altJa: ofLanguage('alt', 'ja'),
    captionEn: ofLanguage('caption', 'en'),
    captionJa: ofLanguage('caption', 'ja'),
  };
  const draft = useFormDraft(`file.${fileId}`, form);

  const { failure, submit, conflict } = useEditSubmit<FileTexts, AdminFile>({
    form,
    draft: { finish: draft.discard, discard: draft.discard },
    valuesOf: textsOf,
    isNew: false,
    fields: ['name', 'altEn', 'altJa', 'captionEn', 'captionJa'],
    save,
    errorsOf: ({ error }) => fieldErrorsOf(error, t, { nameOf: formFieldOf }),
  });

  async function save(values: FileTexts): Promise<() => void> {
    const params = { serviceId, fileId };
    const body = toFileUpdate(values, form.getInitialValues());
    const saved = body
      ? await consoleCall(adminFileApi.update, { params, body })
      : await consoleCall(adminFileApi.find, { params });
    return () => {
      form.setInitialValues(textsOf(saved));
      form.setValues(textsOf(saved));
      form.resetDirty(textsOf(saved));
      notifySuccess('done.updated');
      void onSaved();
    };
  }

  return (
    <section className="file-section" aria-labelledby="file-words">
      <h2 id="file-words">{t('files.words.heading')}</h2>
      <ConsoleForm className="ui-grid ui-gap-5" onSubmit={submit}>
        <RestoredNotice draft={draft} onReset={form.reset} />
        <TextInput
          label={t('files.words.name')}
          description={t('files.words.nameHelp')}
          maxLength={MAX_LENGTHS.name}
          {...form.getInputProps('name')}
        />
        {fileType === 'image' && (
          <BothLanguages
            legend={t('files.words.alt')}
            help={t('files.words.altHelp')}
            names={{ en: 'altEn', ja: 'altJa' }}
            form={form}
          />
        )}
        <BothLanguages
          legend={t('files.words.caption')}
          help={t(fileType === 'image' ? 'files.words.captionHelp' : 'files.words.captionHelpFile')}
          names={{ en: 'captionEn', ja: 'captionJa' }}
          form={form}
        />
        <FormFailure text={failure} />
        {conflict && (
          <FormConflict
            conflict={conflict}
            labelOf={(field) => labels[field]}
            textOf={(field, values) => values[field]}
          />
        )}
        <div className="form-actions">
          <SubmitButton>{t('action.save')}</SubmitButton>
        </div>
      </ConsoleForm>
    </section>
  );
}

function formFieldOf(fieldError: FieldError): string {
  return fieldError.path?.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()) ?? leafName(fieldError);
}

interface BothLanguagesProps {
  readonly legend: string;
  readonly help: string;
  readonly names: { readonly en: 'altEn' | 'captionEn'; readonly ja: 'altJa' | 'captionJa' };
  readonly form: { readonly getInputProps: (name: keyof FileTexts) => object };
}

function BothLanguages({ legend, help, names, form }: BothLanguagesProps) {
  const { t } = useTranslation('console');
  return (
    <fieldset className="both-languages ui-grid ui-gap-2-4">
      <legend>{legend}</legend>
      <p className="file-note" id={`${names.en}-help`}>
        {help}
      </p>
      {(['en', 'ja'] as const).map((language) => (
        <Textarea
          key={language}
          label={t(`files.words.${language}`)}
          lang={language}
          autosize
          minRows={2}
          maxLength={MAX_LENGTHS[names[language]]}
          aria-describedby={`${names.en}-help`}
          {...form.getInputProps(names[language])}
        />
      ))}
    </fieldset>
  );
}

interface FileTexts {
  readonly name: string;
  readonly altEn: string;
  readonly altJa: string;
  readonly captionEn: string;
  readonly captionJa: string;
  readonly revision: number;
}

const MAX_LENGTHS = { name: 128, altEn: 500, altJa: 500, captionEn: 1000, captionJa: 1000 } as const;

export function textsOf({
  name,
  alt,
  caption,
  revision,
}: Pick<AdminFile, 'name' | 'alt' | 'caption' | 'revision'>): FileTexts {
  return {
    name,
    altEn: alt.en ?? '',
    altJa: alt.ja ?? '',
    captionEn: caption.en ?? '',
    captionJa: caption.ja ?? '',
    revision,
  };
}

/**
 * Returns the changed texts only. An empty text deletes one; undefined means no change.
 */
export function toFileUpdate(texts: FileTexts, read: FileTexts): FileUpdate | undefined {
  const text = (name: Exclude<keyof FileTexts, 'revision'>) => (texts[name] === read[name] ? undefined : texts[name]);
  const name = text('name');
  const alt = wordingOf(text('altEn'), text('altJa'));
  const caption = wordingOf(text('captionEn'), text('captionJa'));
  if (name === undefined && !alt && !caption) return undefined;
  const { revision } = texts;
  return { ...(name !== undefined && { name }), ...(alt && { alt }), ...(caption && { caption }), revision };
}

function wordingOf(en: string | undefined, ja: string | undefined): Wording | undefined {
  if (en === undefined && ja === undefined) return undefined;
  return { ...(en !== undefined && { en }), ...(ja !== undefined && { ja }) };
}
