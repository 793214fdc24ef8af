import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MissingPart } from '#contract/post-history.ts';

export function MissingNotice({ missing }: { missing: readonly MissingPart[] }) {
  const { t } = useTranslation('console');
  return (
    <div role="status">
      {missing.length > 0 && (
        <div className="missing-notice">
          <TriangleAlert size={16} aria-hidden="true" />
          <div>
            <p>{t('history.missing.lead')}</p>
            <ul>
              {missing.map(({ field, value }) => (
                <li key={`${field} ${value}`}>{t(`history.missing.${field}`, { value })}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}
