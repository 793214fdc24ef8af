import { TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import type { BodyHandle } from '../editor/body-handle.ts';
import { BodyField } from './body-field.tsx';
import type { FileFieldProps } from './files/file-field.ts';
import { FilesField } from './files/files-field.tsx';
import { ImagesField } from './files/images-field.tsx';
import type { UploadsUnderWay } from './files/uploads-under-way.ts';
import { FormSection } from './form-section.tsx';
import { LinksField } from './links-field.tsx';
import { offerSlug } from './slug-proposals.ts';
import type { PostFormState } from './use-post-form.ts';

export interface TextColumnProps {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
  readonly state: PostFormState;
  readonly editor: RefObject<BodyHandle | null>;
  readonly underWay: UploadsUnderWay;
  readonly files: FileFieldProps;
}

export function TextColumn({ serviceId, settings, state, editor, underWay, files }: TextColumnProps) {
  const { t } = useTranslation('console');
  const { form } = state;
  return (
    <div className="post-form-text">
      <TextInput
        className="post-title-input"
        label={t('posts.fields.title')}
        required
        withAsterisk={false}
        autoComplete="off"
        maxLength={300}
        {...form.getInputProps('title')}
        onBlur={() => void offerSlug(serviceId, state)}
      />
      <BodyField {...{ serviceId, settings, state, editor, underWay }} />
      <FormSection name="files" title={t('writing.sections.files')}>
        <ImagesField {...files} />
        <FilesField {...files} />
      </FormSection>
      <FormSection name="links" title={t('posts.fields.links')}>
        <LinksField form={form} />
      </FormSection>
    </div>
  );
}
