import { type ChangeEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { type Account, accountApi } from '#contract/account.ts';
import { accountCall } from '../../../session/account-call.ts';
import { nameError } from '../../../session/credential-rules.ts';
import { saveName } from '../../../session/own-account.ts';
import { showToast } from '../../ui/toasts.tsx';
import { AccountForm } from '../ui/account-form.tsx';
import { PlainButton } from '../ui/buttons.tsx';
import { TextField } from '../ui/fields.tsx';
import { useAccountAction } from '../ui/use-account-action.ts';
import { useAccountForm } from '../ui/use-account-form.ts';
import { EditableRow, SettingRow, useRowForm } from './setting-row.tsx';

const SIDE = 256;
const QUALITY = 0.9;

interface Photo {
  readonly contentType: 'image/webp' | 'image/jpeg';
  /** Base64. */
  readonly bytes: string;
}

/** @throws when the file is not an image that the browser can decode. */
async function squarePhoto(file: Blob): Promise<Photo> {
  const picture = await createImageBitmap(file);
  try {
    return await encode(drawSquare(picture));
  } finally {
    picture.close();
  }
}

function drawSquare(picture: ImageBitmap): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws nothing');
  const side = Math.min(picture.width, picture.height);
  const left = (picture.width - side) / 2;
  const top = (picture.height - side) / 2;
  context.imageSmoothingQuality = 'high';
  // JPEG has no transparency; transparent areas would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  context.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
  return canvas;
}

/** Encodes as WebP, or as JPEG: browsers that cannot encode WebP return PNG. */
async function encode(canvas: HTMLCanvasElement): Promise<Photo> {
  const webp = await toBlob(canvas, 'image/webp');
  const blob = webp.type === 'image/webp' ? webp : await toBlob(canvas, 'image/jpeg');
  const contentType = blob.type === 'image/webp' ? 'image/webp' : 'image/jpeg';
  return { contentType, bytes: toBase64(new Uint8Array(await blob.arrayBuffer())) };
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be written'))), type, QUALITY);
  });
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

const PREVIEW_SIDE = 128;

export function PhotoRow({ account: { photoUrl, name } }: { account: Account }) {
  const { t } = useTranslation('account');
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useAccountAction('failure.photo');
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

  /** Lets choosing the same file again fire `change`. */
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
        <p className="setting-value ui-quiet">{t('photo.none')}</p>
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

export function NameRow({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  return (
    <EditableRow id="name" title={t('field.name')} form={<NameForm account={account} />}>
      <p>{account.name}</p>
    </EditableRow>
  );
}

function NameForm({ account: { username, name } }: { account: Account }) {
  const { t } = useTranslation('account');
  const draftKey = `name.${username}`;
  const { close, finish } = useRowForm(draftKey);
  const form = useAccountForm({
    rules: { name: (value) => nameError(value) ?? (value.trim() === name ? 'rule.unchanged' : undefined) },
    send: async (values) => {
      await saveName(values.name.trim());
      await finish('done.updated');
    },
    failureWords: { otherwise: 'failure.update' },
    draftKey,
    takesFocus: true,
  });
  return (
    <AccountForm form={form} submit={t('action.save')} onCancel={close}>
      <TextField
        {...form.field('name')}
        label={t('field.name')}
        hint={t('field.nameHint')}
        autoComplete="nickname"
        defaultValue={name}
      />
    </AccountForm>
  );
}
