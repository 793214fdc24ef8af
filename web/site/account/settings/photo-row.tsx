import { type ChangeEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { type Account, accountApi } from '#contract/account.ts';
import { accountCall } from '../../../session/account-call.ts';
import { showToast } from '../../ui/toast.ts';
import { PlainButton } from '../ui/buttons.tsx';
import { SettingRow } from './setting-row.tsx';
import { squarePhoto } from './square-photo.ts';
import { useRowAction } from './use-row-action.ts';

const PREVIEW_SIDE = 128;

export function PhotoRow({ account: { photoUrl, name } }: { account: Account }) {
  const { t } = useTranslation('account');
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useRowAction('failure.photo');
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();

  async function save(file: File): Promise<void> {
    await accountCall(accountApi.savePhoto, { body: await squarePhoto(file) });
    await revalidate();
    showToast(t('done.updated'));
  }

  async function remove(): Promise<void> {
    await accountCall(accountApi.deletePhoto, {});
    await revalidate();
    showToast(t('done.deleted'));
  }

  /** Resets the input, so that choosing the same file again fires `change`. */
  function forgetChoice(): void {
    if (input.current) input.current.value = '';
  }

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const [file] = currentTarget.files ?? [];
    if (file) void run(() => save(file)).finally(forgetChoice);
  }

  return (
    <SettingRow id="photo" title={t('photo.title')}>
      {photoUrl ? (
        <img
          className="photo"
          src={photoUrl}
          width={PREVIEW_SIDE}
          height={PREVIEW_SIDE}
          alt={t('photo.of', { name })}
        />
      ) : (
        <p className="quiet">{t('photo.none')}</p>
      )}
      <div className="row-actions">
        <span className="file-button">
          <input
            ref={input}
            id={inputId}
            type="file"
            accept="image/*"
            disabled={isBusy}
            aria-describedby={`${inputId}-hint`}
            onChange={choose}
          />
          <label className="button" data-tone="plain" htmlFor={inputId}>
            {t('photo.choose')}
          </label>
        </span>
        {photoUrl && (
          <PlainButton aria-disabled={isBusy} onClick={() => void run(remove)}>
            {t('photo.remove')}
          </PlainButton>
        )}
        <span role="status">{isBusy && t('page.saving')}</span>
      </div>
      <p className="row-hint" id={`${inputId}-hint`}>
        {t('photo.hint')}
      </p>
    </SettingRow>
  );
}
