import { Button } from '@mantine/core';
import { Ban, CircleCheck, ClockAlert, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ApiKey } from '#contract/api-keys.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { userDetailPath } from '../../paths/console.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Time } from '../ui/facts.tsx';
import { RecordTable } from '../ui/record-table.tsx';

interface ApiKeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly creators: Readonly<Record<string, string>>;
  readonly onRevoke: (key: ApiKey, button: HTMLElement) => void;
}

export function ApiKeyTable({ keys, creators, onRevoke }: ApiKeyTableProps) {
  const { t } = useTranslation('console');
  const now = new Date();
  const servicesOf = ({ serviceIds }: ApiKey) => serviceIds.join(t('services.and'));
  const badgeOf = (key: ApiKey) => {
    const state = apiKeyStateOf(key, now);
    return <Badge {...badges[state]} text={t(`apiKeys.states.${state}`)} />;
  };
  const timesOf = (key: ApiKey) => <KeyTimes apiKey={key} creator={creators[key.createdBy]} />;
  return (
    <RecordTable
      caption={t('page.apiKeys')}
      rows={keys}
      keyOf={({ keyId }) => keyId}
      columns={[
        {
          title: t('apiKeys.label'),
          cell: (key) => (
            <>
              <span className="api-key-label" data-state={apiKeyStateOf(key, now)} lang={contentLanguage(key.label)}>
                {key.label}
              </span>
              <span className="record-sub">{t(`apiKeys.may.${key.may}`)}</span>
              <span className="narrow">
                {badgeOf(key)}
                <span>{servicesOf(key)}</span>
              </span>
              <span className="narrow">
                <span>
                  {timesOf(key)}
                  <span className="record-sub">
                    {t('audit.detailName', { name: t('apiKeys.lastUsedAt') })} <LastUse at={key.lastUsedAt} />
                  </span>
                </span>
              </span>
            </>
          ),
        },
        { title: t('apiKeys.state'), cell: badgeOf },
        { title: t('apiKeys.services'), className: 'wide api-key-services', cell: servicesOf },
        { title: t('apiKeys.times'), className: 'wide record-time', cell: timesOf },
        {
          title: t('apiKeys.lastUsedAt'),
          className: 'wide record-time',
          cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} />,
        },
      ]}
      actions={{
        title: t('apiKeys.revoke'),
        cell: (key) =>
          key.revokedAt === null && (
            <Button
              variant="subtle"
              color="vermilion"
              size="compact-sm"
              onClick={({ currentTarget }) => onRevoke(key, currentTarget)}
              aria-label={t('apiKeys.revokeOne', { label: key.label })}
            >
              {t('apiKeys.revoke')}
            </Button>
          ),
      }}
    />
  );
}

function LastUse({ at }: { at: string | null }) {
  const { t } = useTranslation('console');
  return at === null ? t('apiKeys.neverUsed') : <Time value={at} isShort />;
}

function KeyTimes({ apiKey, creator }: { apiKey: ApiKey; creator: string | undefined }) {
  const { t } = useTranslation('console');
  const { createdAt, createdBy, expiresAt, revokedAt } = apiKey;
  return (
    <>
      <span className="record-sub">
        {t('audit.detailName', { name: t('apiKeys.createdAt') })} <Time value={createdAt} isShort />{' '}
        <Link to={userDetailPath(createdBy)}>{creator ?? createdBy}</Link>
      </span>
      <span className="record-sub">
        {t('audit.detailName', { name: t(revokedAt === null ? 'apiKeys.expiresAt' : 'apiKeys.revokedAt') })}{' '}
        {revokedAt === null && expiresAt === null ? (
          t('apiKeys.never')
        ) : (
          <Time value={revokedAt ?? expiresAt} isShort />
        )}
      </span>
    </>
  );
}

const badges: Readonly<Record<ApiKeyState, { icon: LucideIcon; tone: Tone }>> = {
  active: { icon: CircleCheck, tone: 'good' },
  expired: { icon: ClockAlert, tone: 'quiet' },
  revoked: { icon: Ban, tone: 'bad' },
};

type ApiKeyState = 'active' | 'expired' | 'revoked';

export function apiKeyStateOf(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiKeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'active';
}
