import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useRevalidator } from 'react-router';
import { showToast } from '../../ui/toasts.tsx';
import type { AccountKey } from '../failure.ts';
import { dropAccountDraft } from '../ui/use-account-form.ts';

export interface SettingRowProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function SettingRow({ id, title, children, action }: SettingRowProps) {
  return (
    <section className="setting ui-grid ui-baseline ui-gap-2-4" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div className="setting-body ui-grid ui-gap-3">{children}</div>
      {action}
    </section>
  );
}

export interface EditableRowProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
  /** Form that replaces the value; undefined for a read-only row. */
  readonly form: ReactNode;
  readonly open?: string;
  readonly isUrgent?: boolean;
}

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

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

export function focusRow(id: string): void {
  document.getElementById(id)?.querySelector<HTMLElement>('.setting-edit')?.focus({ preventScroll: true });
}

export interface RowForm {
  readonly close: () => void;
  readonly finish: (done: AccountKey) => Promise<void>;
}

export function useRowForm(draftKey?: string): RowForm {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const close = () => {
    if (draftKey !== undefined) dropAccountDraft(draftKey);
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
