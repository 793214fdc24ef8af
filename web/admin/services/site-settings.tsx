import { ColorInput, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BACKGROUNDS, contrastOf, toAccent } from '#contract/accent.ts';
import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import { ListLayout, MAX_SITE_LINKS, type ServiceConfigs, SiteFonts } from '#contract/service-configs.ts';
import { Language } from '#contract/site-config.ts';
import { consoleCall } from '../../session/console-call.ts';
import { pictureAddress } from '../files/file-addresses.ts';
import { PictureButton } from '../files/picture-button.tsx';
import { notifyFailure } from '../ui/notify.tsx';
import type { ServiceFormState } from './service-form-values.ts';
import { boundsOf } from './service-form-values.ts';
import { SitePreview } from './site-preview.tsx';

export function SiteSettings({ form, library }: { form: ServiceFormState; library: Library | undefined }) {
  const { t } = useTranslation('console');
  const { siteDescription, siteLogoUrl, siteDarkLogoUrl, siteAccentColor } = form.values;
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
          spellCheck={false}
          inputMode="url"
          {...form.getInputProps('siteLogoUrl')}
        />
        {library && <PictureChoice {...library} name="siteLogoUrl" form={form} />}
        <LogoPreview
          light={siteLogoUrl.trim()}
          dark={siteDarkLogoUrl.trim()}
          isWrong={(form.errors.siteLogoUrl ?? form.errors.siteDarkLogoUrl) !== undefined}
        />
      </div>
      {(['siteDarkLogoUrl', 'siteFaviconUrl'] as const).map((name) => (
        <div key={name} className="site-logo ui-column ui-gap-3">
          <TextInput
            label={t(`services.config.${name}`)}
            description={t(`services.help.${name}`)}
            spellCheck={false}
            inputMode="url"
            {...form.getInputProps(name)}
          />
          {library && <PictureChoice {...library} name={name} form={form} />}
        </div>
      ))}
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
      <NativeSelect
        label={t('services.config.siteLanguage')}
        description={t('services.help.siteLanguage')}
        data={Language.options.map((value) => ({ value, label: t(`services.language.${value}`) }))}
        {...form.getInputProps('siteLanguage')}
      />
      <NativeSelect
        label={t('services.config.siteListLayout')}
        description={t('services.help.siteListLayout')}
        data={ListLayout.options.map((value) => ({ value, label: t(`services.listLayout.${value}`) }))}
        {...form.getInputProps('siteListLayout')}
      />
      <NativeSelect
        label={t('services.config.siteFonts')}
        description={t('services.help.siteFonts')}
        data={SiteFonts.options.map((value) => ({ value, label: t(`services.fonts.${value}`) }))}
        {...form.getInputProps('siteFonts')}
      />
      {(['siteHeaderLinks', 'siteFooterLinks', 'siteFooterText'] as const).map((name) => (
        <Textarea
          key={name}
          label={t(`services.config.${name}`)}
          description={t(`services.help.${name}`, boundsOf(name))}
          placeholder={name === 'siteFooterText' ? undefined : t('services.linkExample')}
          autosize
          minRows={2}
          maxRows={MAX_SITE_LINKS}
          {...form.getInputProps(name)}
        />
      ))}
      {library && <SitePreview values={form.values} />}
    </fieldset>
  );
}

const THEMES = ['light', 'dark'] as const;

function LogoPreview({ light, dark, isWrong }: { light: string; dark: string; isWrong: boolean }) {
  const { t } = useTranslation('console');
  const addresses = { light, dark: dark || light };
  if (light === '' || isWrong || !Object.values(addresses).every((each) => /^(https?:\/)?\//i.test(each))) return null;
  return (
    <ul className="ui-row ui-gap-3" aria-label={t('services.preview')}>
      {THEMES.map((theme) => (
        <li key={theme} className="site-preview" data-theme={theme}>
          <img src={addresses[theme]} alt={t(`services.logoOn.${theme}`)} />
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
        <li key={theme} className="site-preview" data-theme={theme}>
          <span style={{ color: accent[theme] }}>{t(`services.accentOn.${theme}`)}</span>
          <span className="site-contrast">
            {t('services.contrast', { ratio: contrastOf(accent[theme], BACKGROUNDS[theme]).toFixed(1) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Twice the display size, for high-density screens. */
const LOGO_PIXELS = 400;

interface Library {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
}

interface PictureChoiceProps extends Library {
  readonly name: 'siteLogoUrl' | 'siteDarkLogoUrl' | 'siteFaviconUrl';
  readonly form: ServiceFormState;
}

function PictureChoice({ serviceId, settings, name, form }: PictureChoiceProps) {
  const { t } = useTranslation('console');

  async function choose(file: AdminFile): Promise<void> {
    const address = pictureAddress(file, LOGO_PIXELS);
    if (!address) return;
    try {
      if (file.status === 'reserved') await keep(file);
      form.setFieldValue(name, address);
    } catch (error) {
      notifyFailure(error);
    }
  }

  return (
    <PictureButton
      serviceId={serviceId}
      settings={settings}
      field={t(`services.config.${name}`)}
      onPick={(file) => void choose(file)}
    />
  );
}

/** Uploaded files that no post uses would be deleted after a day. */
async function keep({ serviceId, fileId }: AdminFile): Promise<void> {
  await consoleCall(adminFileApi.update, { params: { serviceId, fileId }, body: { isKept: true } });
}
