import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/admin-services.ts';
import type { Happening } from '#contract/overview.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { HappeningSentence } from './happening-sentence.tsx';

export interface HappeningsProps {
  readonly happened: readonly Happening[];
  readonly services: readonly ServiceRecord[];
}

export function Happenings({ happened, services }: HappeningsProps) {
  const { t } = useTranslation('console');
  const labels = new Map(services.map(({ serviceId, label }) => [serviceId, label]));
  return (
    <section className="next-up" aria-labelledby="happened">
      <h2 id="happened">{t('overview.happened')}</h2>
      {happened.length === 0 ? (
        <p className="next-up-note">{t('overview.happenedEmpty')}</p>
      ) : (
        <ol className="next-up-posts">
          {happened.map((one, index) => (
            <li key={`${one.at} ${one.kind} ${one.postId ?? index}`}>
              <span className="next-up-time">
                <DateTime value={one.at} withTime isShort />
              </span>
              <span className="next-up-post">
                <HappeningSentence happening={one} />
                {services.length > 1 && (
                  <span className="next-up-service">{labels.get(one.serviceId) ?? one.serviceId}</span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
