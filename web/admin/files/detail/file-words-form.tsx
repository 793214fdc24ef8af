import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import type { FieldError } from '#contract/errors.ts';
import { consoleCall } from '../../../session/console-call.ts';
import { RestoredNotice } from '../../drafts/draft-notices.tsx';
import { useFormDraft } from '../../drafts/use-form-draft.ts';
import { ConsoleForm, SubmitButton } from '../../ui/console-form.tsx';
import { fieldErrorsOf, leafName } from '../../ui/failure-text.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useValidateOnBlur } from '../../ui/use-validate-on-blur.ts';
import { type FileWords, MAX_WORDS, toFileUpdate, wordsOf } from './file-words.ts';

export function FileWordsForm({ file, onSaved }: { file: AdminFile; onSaved: () => Promise<void> }) {
  const { t } = useTranslation('console');
  const { serviceId, fileId, fileType } = file;
  const form = useForm<FileWords>({
    initialValues: wordsOf(file),
    ...useValidateOnBlur(),
    validate: { name: (name) => (name.trim() === '' ? t('files.words.nameRequired') : null) },
  });
  const draft = useFormDraft(`file.${fileId}`, form);

  const { failure, submit } = useSubmit({
    form,
    draft: { finish: draft.discard },
    isNew: false,
    fields: ['name', 'altEn', 'altJa', 'captionEn', 'captionJa'],
    save,
    errorsOf: ({ error }) => fieldErrorsOf(error, t, { nameOf: nameOfWords }),
  });

  async function save(values: FileWords): Promise<() => void> {
    const params = { serviceId, fileId };
    const body = toFileUpdate(values, form.getInitialValues());
    const saved = body
      ? await consoleCall(adminFileApi.update, { params, body })
      : await consoleCall(adminFileApi.find, { params });
    return () => {
      form.setInitialValues(wordsOf(saved));
      form.setValues(wordsOf(saved));
      form.resetDirty(wordsOf(saved));
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
          maxLength={MAX_WORDS.name}
          autoComplete="off"
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
        <div className="form-actions">
          <SubmitButton>{t('action.save')}</SubmitButton>
        </div>
      </ConsoleForm>
    </section>
  );
}

function nameOfWords(fieldError: FieldError): string {
  return fieldError.path?.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()) ?? leafName(fieldError);
}

interface BothLanguagesProps {
  readonly legend: string;
  readonly help: string;
  readonly names: { readonly en: 'altEn' | 'captionEn'; readonly ja: 'altJa' | 'captionJa' };
  readonly form: { readonly getInputProps: (name: keyof FileWords) => object };
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
          maxLength={MAX_WORDS[names[language]]}
          aria-describedby={`${names.en}-help`}
          {...form.getInputProps(names[language])}
        />
      ))}
    </fieldset>
  );
}
