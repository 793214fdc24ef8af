import { Menu, type MenuProps } from '@mantine/core';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { Actor } from '../../session/actor.ts';
import { systemPlaces } from './places.ts';
import { ServiceItems } from './service-items.tsx';
import { UserItems } from './user-items.tsx';

export interface OpenMenuProps {
  readonly kind: 'service' | 'system' | 'user';
  readonly actor: Actor;
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  readonly children: ReactElement;
}

const looks: Readonly<Record<OpenMenuProps['kind'], MenuProps>> = {
  service: { position: 'bottom-start', width: 280 },
  system: { position: 'bottom-start', width: 200 },
  user: { position: 'bottom-end', width: 240 },
};

export function OpenMenu({ kind, actor, isOpen, onChange, children }: OpenMenuProps) {
  return (
    <Menu {...looks[kind]} opened={isOpen} onChange={onChange} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown className="console-menu">
        {kind === 'service' && <ServiceItems actor={actor} />}
        {kind === 'system' && <SystemItems />}
        {kind === 'user' && <UserItems />}
      </Menu.Dropdown>
    </Menu>
  );
}

function SystemItems() {
  const { t } = useTranslation('console');
  return systemPlaces.map(({ path, title }) => (
    <Menu.Item key={path} component={NavLink} to={path}>
      {t(title)}
    </Menu.Item>
  ));
}
