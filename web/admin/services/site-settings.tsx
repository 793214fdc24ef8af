import { ColorInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toAccent } from '../../ui/accent.ts';
import { LogoChoice, type LogoLibrary } from './logo-choice.tsx';
import { boundsOf } from './service-form-values.ts';
import type { ServiceFormState } from './use-service-form.ts';

export function SiteSettings({ form, library }: { form: ServiceFormState; library: LogoLibrary | undefined }) {
  const { t } = useTranslation('console');
  const { siteDescription, siteLogoUrl, siteAccentColor } = form.values;
  const { max } = boundsOf('siteDescription');
  return (
    <fieldset className="service-settings site-settings ui-column ui-gap-5">
      <legend>{t('services.siteSettings')}</legend>
      <Textarea
        label={t('services.config.siteDescription')}
        description={`${t('services.help.siteDescription', { max })} ${t('services.lengthOf', { count: siteDescription.length, max })}`}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('siteDescription')}
      />
      <div className="site-logo ui-column ui-gap-3">
        <TextInput
          label={t('services.config.siteLogoUrl')}
          description={t(library ? 'services.help.siteLogoUrl' : 'services.help.siteLogoUrlNew')}
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          {...form.getInputProps('siteLogoUrl')}
        />
        {library && <LogoChoice {...library} onChoose={(address) => form.setFieldValue('siteLogoUrl', address)} />}
        <LogoPreview address={siteLogoUrl.trim()} isWrong={form.errors.siteLogoUrl !== undefined} />
      </div>
      <div className="site-accent ui-column ui-gap-3">
        <ColorInput
          className="site-accent-input"
          label={t('services.config.siteAccentColor')}
          description={t('services.help.siteAccentColor')}
          placeholder="#b3312c"
          autoComplete="off"
          spellCheck={false}
          fixOnBlur={false}
          eyeDropperButtonProps={{ 'aria-label': t('services.eyeDropper') }}
          {...form.getInputProps('siteAccentColor')}
        />
        <AccentPreview color={siteAccentColor.trim()} />
      </div>
    </fieldset>
  );
}

const THEMES = ['light', 'dark'] as const;

function LogoPreview({ address, isWrong }: { address: string; isWrong: boolean }) {
  const { t } = useTranslation('console');
  if (address === '' || isWrong || !/^(https?:\/)?\//i.test(address)) return null;
  return (
    <ul className="ui-row ui-gap-3" aria-label={t('services.preview')}>
      {THEMES.map((theme) => (
        <li key={theme} className="site-preview" data-theme={theme}>
          <img src={address} alt={t(`services.logoOn.${theme}`)} />
        </li>
      ))}
    </ul>
  );
}

function AccentPreview({ color }: { color: string }) {
  const { t } = useTranslation('console');
  const accent = toAccent(color);
  if (!accent) return null;
  return (
    <ul className="ui-row ui-gap-3" aria-label={t('services.preview')}>
      {THEMES.map((theme) => (
        <li key={theme} className="site-preview" data-theme={theme} style={{ color: accent[theme] }}>
          {t(`services.accentOn.${theme}`)}
        </li>
      ))}
    </ul>
  );
}
