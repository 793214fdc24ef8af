import { useTranslation } from 'react-i18next';
import { useSite } from '../ui/site-context.ts';

const COMMAND = 'npx kawaraban import markdown FOLDER --service news --create-service';

export function EmptySite() {
  const { t } = useTranslation();
  const { siteName } = useSite();
  return (
    <div className="empty-site">
      <h1>{t('top.empty.title')}</h1>
      <p>{t('top.empty.body', { siteName })}</p>
      <p>{t('top.empty.hint')}</p>
      <pre>
        <code>{COMMAND}</code>
      </pre>
    </div>
  );
}
