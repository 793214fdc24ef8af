import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActor } from '../../session/actor.ts';
import { DialogForm } from '../ui/dialog.tsx';
import { useLanguageName } from '../ui/use-language-name.ts';
import type { Translations } from './use-translations.ts';

interface TranslateFormProps {
  readonly languages: readonly string[];
  readonly serviceId: string;
  readonly onCreate: Translations['create'];
  readonly onClose: () => void;
}

export function TranslateForm({ languages, serviceId, onCreate, onClose }: TranslateFormProps) {
  const { t } = useTranslation('console');
  const nameOf = useLanguageName();
  const services = useActor().services.filter(({ functions }) => functions.includes('post'));
  const [language, setLanguage] = useState(languages[0] ?? '');
  const [chosen, setChosen] = useState(serviceId);
  return (
    <DialogForm
      action={t('translations.translate')}
      isDisabled={language === ''}
      onCancel={onClose}
      onSubmit={() => {
        onClose();
        void onCreate(language, chosen);
      }}
    >
      <p className="ui-note">{t('translations.translateHelp')}</p>
      <NativeSelect
        label={t('posts.fields.language')}
        data={languages.map((tag) => ({ value: tag, label: nameOf(tag) }))}
        value={language}
        onChange={({ target }) => setLanguage(target.value)}
        data-autofocus
      />
      {services.length > 1 && (
        <NativeSelect
          label={t('translations.service')}
          data={services.map((service) => ({ value: service.serviceId, label: service.label }))}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
    </DialogForm>
  );
}
