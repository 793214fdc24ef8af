import { Chip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FileType } from '#contract/files.ts';
import { parseVariantSize } from '#contract/image-variants.ts';
import { splitAtCommas } from '#contract/lists.ts';
import { extensionOf, PICTURE_TYPES } from '#contract/media-types.ts';
import { toggled } from './service-form-values.ts';
import { SettingInput, type SettingProps } from './setting-input.tsx';

export function MediaSettings(props: SettingProps) {
  return (
    <>
      <SettingInput name="mediaUploadAcceptMimetypesImage" {...props}>
        <TypeChoice kind="image" {...props} />
      </SettingInput>
      <SettingInput name="mediaUploadImageSizes" {...props}>
        <SizesAsRead typed={props.form.values.mediaUploadImageSizes} />
      </SettingInput>
      <SettingInput name="mediaUploadSizeLimitMBImage" {...props} />
      <SettingInput name="mediaUploadAcceptMimetypesFile" {...props}>
        <TypeChoice kind="file" {...props} />
      </SettingInput>
      <SettingInput name="mediaUploadSizeLimitMBFile" {...props} />
    </>
  );
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

const OFFERED: Readonly<Record<FileType, readonly string[]>> = {
  image: PICTURE_TYPES,
  file: [
    ...PICTURE_TYPES,
    'application/pdf',
    `${OFFICE}.wordprocessingml.document`,
    `${OFFICE}.spreadsheetml.sheet`,
    `${OFFICE}.presentationml.presentation`,
    'text/plain',
    'text/csv',
    'application/zip',
    'audio/mpeg',
    'video/mp4',
  ],
};

function TypeChoice({ kind, form }: SettingProps & { kind: FileType }) {
  const { t } = useTranslation('console');
  const name = kind === 'image' ? 'mediaUploadAcceptMimetypesImage' : 'mediaUploadAcceptMimetypesFile';
  const chosen = splitAtCommas(form.values[name]);
  const label = t('services.commonTypes', { setting: t(`services.config.${name}`) });
  return (
    <fieldset className="ui-row ui-gap-2" aria-label={label}>
      {OFFERED[kind].map((type) => (
        <Chip
          key={type}
          size="xs"
          checked={chosen.includes(type)}
          onChange={() => {
            form.setFieldValue(name, toggled(chosen, type).join(', '));
            form.clearFieldError(name);
          }}
        >
          {extensionOf(type).toUpperCase()}
        </Chip>
      ))}
    </fieldset>
  );
}

function SizesAsRead({ typed }: { typed: string }) {
  const { t } = useTranslation('console');
  const sizes = [...new Set(splitAtCommas(typed))].flatMap((each) => parseVariantSize(each) ?? []);
  if (sizes.length === 0) return null;
  return (
    <ul className="service-sizes ui-grid ui-gap-1 ui-note" aria-label={t('services.sizesAsRead')}>
      {sizes.map(({ name, width, height, cut }) => (
        <li key={name}>
          <span className="ui-mono">{name}</span> {t(`services.size.${cut}`, { width, height })}
        </li>
      ))}
    </ul>
  );
}
