import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { useService } from '../../service/service-context.tsx';
import { ListPage, Pages } from './list-page.tsx';
import type { OverviewData } from './load-post-list.server.ts';

interface OverviewProps extends OverviewData {
  readonly serviceId: string;
  readonly path: string;
  readonly heading: string;
  readonly empty: string;
}

export function Overview({ serviceId, path, heading, empty, lists, turns }: OverviewProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const label = useService()?.label ?? serviceId;
  return (
    <ListPage
      serviceId={serviceId}
      path={path}
      title={heading}
      description={t('lists.kindDescription', { kind: heading, label })}
      isFirstPage={turns.isFirstPage}
      heading={<h1>{heading}</h1>}
    >
      {lists.length === 0 && <p className="empty">{empty}</p>}
      {lists.length > 0 && (
        <ul className="overview ui-targets ui-text-links">
          {lists.map((list) => (
            <li key={list.path} lang={contentLanguage(list.label)}>
              <Link to={list.path}>{list.label}</Link>{' '}
              <span className="ui-quiet ui-small" lang={language}>
                {t(list.isCut ? 'lists.countOrMore' : 'lists.count', { count: list.count })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pages path={path} turns={turns} />
    </ListPage>
  );
}
