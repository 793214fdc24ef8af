import { Button } from '@mantine/core';
import { Ban, CircleCheck, ClockAlert, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ApiKey } from '#contract/api-keys.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { userDetailPath } from '../../paths/console.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Time } from '../ui/facts.tsx';
import { RowTable } from '../ui/record-table.tsx';

interface ApiKeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly creators: Readonly<Record<string, string>>;
  readonly onRevoke: (key: ApiKey, button: HTMLElement) => void;
}

export function ApiKeyTable({ keys, creators, onRevoke }: ApiKeyTableProps) {
  const { t } = useTranslation('console');
  const now = new Date();
  return (
    <RowTable
      caption={t('page.apiKeys')}
      columns={[
        t('apiKeys.label'),
        t('apiKeys.state'),
        t('apiKeys.services'),
        t('apiKeys.times'),
        t('apiKeys.lastUsedAt'),
      ]}
      actions={t('apiKeys.revoke')}
    >
      {keys.map((key) => (
        <ApiKeyRow
          key={key.keyId}
          apiKey={key}
          state={apiKeyStateOf(key, now)}
          creator={creators[key.createdBy]}
          onRevoke={onRevoke}
        />
      ))}
    </RowTable>
  );
}

interface ApiKeyRowProps {
  readonly apiKey: ApiKey;
  readonly state: ApiKeyState;
  readonly creator: string | undefined;
  readonly onRevoke: (key: ApiKey, button: HTMLElement) => void;
}

function ApiKeyRow({ apiKey, state, creator, onRevoke }: ApiKeyRowProps) {
  const { t } = useTranslation('console');
  const { label, may, serviceIds, lastUsedAt } = apiKey;
  const services = serviceIds.join(t('services.and'));
  return (
    <tr data-state={state}>
      <th scope="row" tabIndex={-1}>
        <span className="api-key-label" lang={contentLanguage(label)}>
          {label}
        </span>
        <span className="record-sub">{t(`apiKeys.may.${may}`)}</span>
        <span className="narrow">
          <StateBadge state={state} />
          <span>{services}</span>
        </span>
        <span className="narrow">
          <span>
            <KeyTimes apiKey={apiKey} creator={creator} />
            <span className="record-sub">
              {t('audit.detailName', { name: t('apiKeys.lastUsedAt') })} <LastUse at={lastUsedAt} />
            </span>
          </span>
        </span>
      </th>
      <td className="wide">
        <StateBadge state={state} />
      </td>
      <td className="wide api-key-services">{services}</td>
      <td className="wide record-time">
        <KeyTimes apiKey={apiKey} creator={creator} />
      </td>
      <td className="wide record-time">
        <LastUse at={lastUsedAt} />
      </td>
      <td className="actions">
        {state !== 'revoked' && (
          <Button
            variant="subtle"
            color="vermilion"
            size="compact-sm"
            onClick={({ currentTarget }) => onRevoke(apiKey, currentTarget)}
            aria-label={t('apiKeys.revokeOne', { label })}
          >
            {t('apiKeys.revoke')}
          </Button>
        )}
      </td>
    </tr>
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

function StateBadge({ state }: { state: ApiKeyState }) {
  const { t } = useTranslation('console');
  return <Badge {...badges[state]} text={t(`apiKeys.states.${state}`)} />;
}

type ApiKeyState = 'active' | 'expired' | 'revoked';

export function apiKeyStateOf(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiKeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'active';
}
