import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfigName } from '#contract/service-configs.ts';
import type { ServiceFormState } from './service-form-values.ts';
import { boundsOf, type configsOf } from './service-form-values.ts';

export type DefaultTexts = Readonly<Record<ConfigName, string>>;

export interface SettingProps {
  readonly form: ServiceFormState;
  readonly defaults: DefaultTexts;
}

interface SettingInputProps extends SettingProps {
  readonly name: (typeof configsOf)['post'][number] | 'commentMaxLinks';
  readonly children?: ReactNode;
}

export function SettingInput({ name, form, defaults, children }: SettingInputProps) {
  const { t } = useTranslation('console');
  const isNumber = name.includes('SizeLimit') || name === 'commentMaxLinks';
  return (
    <div className="ui-column ui-gap-2">
      <TextInput
        styles={{ input: { maxInlineSize: isNumber ? '7rem' : undefined } }}
        label={t(`services.config.${name}`)}
        description={<SettingHelp text={t(`services.help.${name}`, boundsOf(name))} standard={defaults[name]} />}
        autoCapitalize="none"
        spellCheck={false}
        inputMode={inputModeOf(name, isNumber)}
        {...form.getInputProps(name)}
      />
      {children}
      <UseDefault name={name} form={form} defaults={defaults} />
    </div>
  );
}

export function SettingHelp({ text, standard }: { text: string; standard: string }) {
  const { t } = useTranslation('console');
  return standard === '' ? text : `${text} ${t('services.defaultIs', { value: standard })}`;
}

function UseDefault({ name, form, defaults }: SettingProps & { name: ConfigName }) {
  const { t } = useTranslation('console');
  if (defaults[name] === '' || form.values[name] === defaults[name]) return null;
  const setting = t(`services.config.${name}`);
  return (
    <Button
      className="service-default"
      variant="subtle"
      size="compact-sm"
      aria-label={t('services.useDefaultOf', { setting })}
      onClick={() => {
        form.setFieldValue(name, defaults[name]);
        form.clearFieldError(name);
        form.getInputNode(name)?.focus();
      }}
    >
      {t('services.useDefault')}
    </Button>
  );
}

function inputModeOf(name: string, isNumber: boolean): 'numeric' | 'url' | 'text' {
  if (isNumber) return 'numeric';
  return name.toLowerCase().includes('url') ? 'url' : 'text';
}
