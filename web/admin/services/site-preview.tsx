import { Button } from '@mantine/core';
import { Eye } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toAccent } from '#contract/accent.ts';
import { postsPath } from '#contract/page-paths.ts';
import { toSiteLink } from '#contract/service-configs.ts';
import { sendPreview } from '../../ui/framed-preview.ts';
import type { Theme } from '../../ui/theme.ts';
import { type ServiceFormValues, toLines } from './service-form-values.ts';

const THEMES = ['light', 'dark'] as const;

/** The list of posts at phone width in both themes, with the values of the form. */
export function SitePreview({ values }: { values: ServiceFormValues }) {
  const { t } = useTranslation('console');
  const [isShown, setShown] = useState(false);
  return (
    <div className="live-previews">
      {isShown ? (
        <section className="ui-column ui-gap-3" aria-label={t('services.preview')}>
          <p className="ui-quiet">{t('services.livePreview.lead')}</p>
          <div className="ui-row ui-gap-3">
            {THEMES.map((theme) => (
              <PhonePreview key={theme} theme={theme} values={values} />
            ))}
          </div>
        </section>
      ) : (
        <Button variant="default" leftSection={<Eye />} onClick={() => setShown(true)}>
          {t('services.livePreview.show')}
        </Button>
      )}
    </div>
  );
}

function PhonePreview({ theme, values }: { theme: Theme; values: ServiceFormValues }) {
  const { t } = useTranslation('console');
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(
    () => (frame.current ? sendPreview(frame.current, shownSettings(values), theme) : undefined),
    [values, theme],
  );
  return (
    <div className="phone-preview">
      <iframe ref={frame} src={postsPath(values.serviceId)} title={t(`services.livePreview.${theme}`)} />
    </div>
  );
}

/** The settings under the names that public pages use. */
function shownSettings(values: ServiceFormValues) {
  const links = (typed: string) => toLines(typed).flatMap((line) => toSiteLink(line) ?? []);
  return {
    label: values.label.trim() || values.serviceId,
    logoUrl: values.siteLogoUrl.trim(),
    darkLogoUrl: values.siteDarkLogoUrl.trim() || undefined,
    accent: toAccent(values.siteAccentColor.trim()),
    listLayout: values.siteListLayout,
    fonts: values.siteFonts,
    headerLinks: links(values.siteHeaderLinks),
    footerLinks: links(values.siteFooterLinks),
    footerText: values.siteFooterText.trim() || undefined,
  };
}
