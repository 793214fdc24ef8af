import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import type { ServiceRecord } from '#contract/admin-services.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import type { Actor } from '../../session/actor.ts';
import { placesOfService, samePlaceIn, serviceIdIn } from './places.ts';

const MANY = 8;
/** Maximum number of services rendered; typing finds the others. */
const MAX_SHOWN = 50;

export function ServiceItems({ actor }: { actor: Actor }) {
  const { pathname } = useLocation();
  const current = actor.services.find(({ serviceId }) => serviceId === serviceIdIn(pathname));
  return (
    <>
      {current && <PlacesOf service={current} actor={actor} />}
      <OtherServices current={current} actor={actor} />
    </>
  );
}

function PlacesOf({ service, actor }: { service: ServiceRecord; actor: Actor }) {
  const { t } = useTranslation('console');
  return (
    <>
      <Menu.Label lang={contentLanguage(service.label)}>{service.label}</Menu.Label>
      {placesOfService(service, actor.role).map(({ path, title }) => (
        <Menu.Item key={path} component={NavLink} to={path} end>
          {t(title)}
        </Menu.Item>
      ))}
    </>
  );
}

function OtherServices({ current, actor }: { current: ServiceRecord | undefined; actor: Actor }) {
  const { t } = useTranslation('console');
  const { pathname } = useLocation();
  const [typed, setTyped] = useState('');
  const others = actor.services.filter((service) => service !== current);
  const found = others.filter((service) => isMeant(service, typed));
  if (others.length === 0) return null;
  return (
    <>
      {current && <Menu.Divider />}
      <Menu.Label>{t(current ? 'frame.switchTo' : 'frame.services')}</Menu.Label>
      {others.length > MANY && (
        <Menu.Search
          size="xs"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          placeholder={t('frame.findService')}
          aria-label={t('frame.findService')}
        />
      )}
      {found.slice(0, MAX_SHOWN).map((service) => (
        <Menu.Item key={service.serviceId} component={Link} to={samePlaceIn(pathname, service, actor.role)}>
          <span lang={contentLanguage(service.label)}>{service.label}</span>{' '}
          <span className="service-id">{service.serviceId}</span>
        </Menu.Item>
      ))}
      {found.length === 0 && <Menu.Label>{t('frame.noService')}</Menu.Label>}
    </>
  );
}

function isMeant({ serviceId, label }: ServiceRecord, typed: string): boolean {
  const wanted = typed.normalize('NFKC').trim().toLowerCase();
  return serviceId.includes(wanted) || label.normalize('NFKC').toLowerCase().includes(wanted);
}
