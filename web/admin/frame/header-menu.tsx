import { UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Actor } from '../../session/actor.ts';
import { notifyProblem } from '../ui/notify.tsx';
import { loadConsoleTexts } from './console-texts.ts';
import type { OpenMenuProps } from './open-menu.tsx';

export interface HeaderMenuProps {
  readonly kind: OpenMenuProps['kind'];
  readonly actor: Actor;
  readonly className: string;
  readonly label?: string | undefined;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

const load = async () => (await import('./open-menu.tsx')).OpenMenu;

export function HeaderMenu({ kind, actor, className, label, isCurrent = false, children }: HeaderMenuProps) {
  const { i18n } = useTranslation('console');
  const [loaded, setLoaded] = useState<{ OpenMenu: ComponentType<OpenMenuProps> }>();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The button is replaced after loading; the menu restores the focus to the element that had it when opening.
  useEffect(() => {
    if (!loaded) return;
    button.current?.focus();
    setIsOpen(true);
  }, [loaded]);

  const open = () =>
    Promise.all([load(), loadConsoleTexts(i18n)]).then(
      ([OpenMenu]) => setLoaded({ OpenMenu }),
      () => notifyProblem('failure.noAnswer'),
    );
  const prepare = () => void load().catch(() => {});
  const shown = {
    className,
    'aria-label': label,
    'data-current': isCurrent || undefined,
    children: (
      <>
        {children}
        <ChevronDown size={14} />
      </>
    ),
  };
  if (!loaded) {
    return (
      <UnstyledButton
        {...shown}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => void open()}
        onPointerEnter={prepare}
        onFocus={prepare}
      />
    );
  }
  return (
    <loaded.OpenMenu kind={kind} actor={actor} isOpen={isOpen} onChange={setIsOpen}>
      <UnstyledButton {...shown} ref={button} />
    </loaded.OpenMenu>
  );
}
