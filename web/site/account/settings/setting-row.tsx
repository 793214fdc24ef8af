import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useRevalidator } from 'react-router';
import { showToast } from '../../ui/toast.ts';
import type { AccountKey } from '../rules.ts';
import { dropTyped } from '../ui/kept-text.ts';

export interface SettingRowProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
  /** Beside the value. */
  readonly action?: ReactNode;
}

/** One thing that can be set: what it is, how it stands, and what can be done about it. */
export function SettingRow({ id, title, children, action }: SettingRowProps) {
  return (
    <section className="setting" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div className="setting-body">{children}</div>
      {action}
    </section>
  );
}

export interface EditableRowProps {
  readonly id: string;
  readonly title: string;
  /** How it stands. */
  readonly children: ReactNode;
  /** What opens in its place; without one there is nothing to change. */
  readonly form: ReactNode;
  /** In place of the word for editing. */
  readonly open?: string;
  /** Whether it ought to be opened: a button, then. */
  readonly isUrgent?: boolean;
}

/** A row whose form opens in place; which one is open stands behind the `#` of the address. */
export function EditableRow({ id, title, children, form, open, isUrgent = false }: EditableRowProps) {
  const { t } = useTranslation('account');
  const { hash } = useLocation();
  const link = useRef<HTMLAnchorElement>(null);
  const isOpen = hash === `#${id}`;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && isFocusLost()) link.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  const word = open ?? t('action.edit');
  return (
    <SettingRow
      id={id}
      title={title}
      action={
        !isOpen && (
          <Link
            ref={link}
            className={isUrgent ? 'setting-edit button' : 'setting-edit'}
            to={{ hash: id }}
            preventScrollReset
            aria-label={t('action.ofSetting', { action: word, title })}
          >
            {word}
          </Link>
        )
      }
    >
      {isOpen ? form : children}
    </SettingRow>
  );
}

/** What stands in place of the form may have taken the focus. */
function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** For whatever takes itself out of the row when it is done: the focus must not fall out of the page with it. */
export function focusRow(id: string): void {
  document.getElementById(id)?.querySelector<HTMLElement>('.setting-edit')?.focus({ preventScroll: true });
}

export interface RowForm {
  /** Shuts the row again. */
  readonly close: () => void;
  /** The same when all is done: it is said, and what the page shows is asked for anew. */
  readonly finish: (done: AccountKey) => Promise<void>;
}

export function useRowForm(keptAs?: string): RowForm {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const close = () => {
    if (keptAs !== undefined) dropTyped(keptAs);
    void navigate({ hash: '' }, { preventScrollReset: true, replace: true });
  };
  return {
    close,
    finish: async (done) => {
      await revalidate();
      showToast(t(done));
      close();
    },
  };
}
