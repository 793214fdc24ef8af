import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, memo, type ReactNode, type RefObject, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownFile } from '#contract/files.ts';
import { type EditorMode, formatOfMode, MAX_LINKS, PostLanguage } from '#contract/posts.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { useLanguage } from '../../i18n/language.ts';
import type { BodyHandle } from '../post-editor/body-handle.ts';
import { type MarkupOptions, markupOf } from '../post-editor/file-markup.ts';
import { WriteAndPreview } from '../post-editor/write-and-preview.tsx';
import { useAfterPress } from '../ui/use-validate-on-blur.ts';
import { FileRow, ImageCard } from './files/file-cards.tsx';
import { PostFileList } from './files/post-file-list.tsx';
import type { FileFieldProps } from './files/use-file-list.ts';
import { FormSection } from './form-section.tsx';
import { useObservable } from './observable.ts';
import { linkError } from './post-errors.ts';
import { copyCaption } from './post-form-values.ts';
import { offerSlug } from './slug-field.tsx';
import { TextLengthLine } from './text-facts.tsx';
import type { PostFormState } from './use-post-form.ts';

interface BodyFieldProps extends Pick<FileFieldProps, 'serviceId' | 'settings' | 'pendingUploads'> {
  readonly state: PostFormState;
  readonly editor: RefObject<BodyHandle | null>;
}

/** Subscribes to the body by itself, so that typing in it does not re-render the form, and vice versa. */
function BodyField({ serviceId, settings, state, editor, pendingUploads }: BodyFieldProps) {
  const { form, body, formerTexts } = state;
  const { setFieldValue, clearFieldError } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form methods are stable
  const onModeChange = useCallback((mode: EditorMode) => setFieldValue('editorMode', mode), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form methods are stable
  const onTyped = useCallback(() => clearFieldError('body'), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form methods are stable
  const onLeaveTop = useCallback(() => form.getInputNode('title')?.focus(), []);
  return (
    <Body
      serviceId={serviceId}
      settings={settings}
      body={body}
      formerTexts={formerTexts}
      editor={editor}
      pendingUploads={pendingUploads}
      onModeChange={onModeChange}
      onTyped={onTyped}
      onLeaveTop={onLeaveTop}
      initialText={state.savedValues().body}
      mode={form.values.editorMode}
      language={PostLanguage.safeParse(form.values.language).data ?? ''}
      error={form.errors.body}
    />
  );
}

interface BodyProps extends Omit<BodyFieldProps, 'state'>, Pick<PostFormState, 'body' | 'formerTexts'> {
  readonly initialText: string;
  readonly mode: EditorMode;
  readonly language: string;
  readonly onModeChange: (mode: EditorMode) => void;
  readonly onTyped: () => void;
  readonly onLeaveTop: () => void;
  readonly error: ReactNode;
}

const Body = memo(function Body(props: BodyProps) {
  const { serviceId, settings, body, formerTexts, editor, pendingUploads, onTyped, error, ...modes } = props;
  const { t } = useTranslation('console');
  const text = useObservable(body);
  const former = useObservable(formerTexts);
  return (
    <WriteAndPreview
      ref={editor}
      files={{ serviceId, settings, onUploads: (uploads) => pendingUploads.setState('body', uploads) }}
      text={text}
      onChange={(typed) => {
        body.set(typed);
        if (error) onTyped();
      }}
      label={t('posts.fields.body')}
      error={error}
      formerTexts={former}
      onFormerTexts={formerTexts.set}
      {...modes}
    />
  );
});

export interface TextColumnProps extends Pick<BodyFieldProps, 'state' | 'editor'> {
  readonly files: FileFieldProps;
}

export function TextColumn({ state, editor, files }: TextColumnProps) {
  const { t } = useTranslation('console');
  const { form } = state;
  const { serviceId, settings, pendingUploads } = files;
  return (
    <div className="post-form-text ui-column ui-gap-5">
      <Textarea
        className="post-title-input"
        aria-label={t('posts.fields.title')}
        placeholder={t('posts.fields.title')}
        required
        autosize
        minRows={1}
        autoComplete="off"
        maxLength={300}
        {...form.getInputProps('title')}
        onKeyDown={(event) => enterBody(event, () => editor.current?.focus(0))}
        onChange={(event) => form.setFieldValue('title', withoutBreaks(event.currentTarget.value))}
        onBlur={() => void offerSlug(serviceId, state)}
      />
      <BodyField
        serviceId={serviceId}
        settings={settings}
        state={state}
        editor={editor}
        pendingUploads={pendingUploads}
      />
      <TextLengthLine state={state} />
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

/** Enter and ArrowDown at the end of the title lead into the body. */
function enterBody(event: KeyboardEvent<HTMLTextAreaElement>, focusBody: () => void): void {
  const { key, currentTarget, nativeEvent } = event;
  const isAtEnd = currentTarget.selectionStart === currentTarget.value.length;
  if (nativeEvent.isComposing || !(key === 'Enter' || (key === 'ArrowDown' && isAtEnd))) return;
  event.preventDefault();
  focusBody();
}

function withoutBreaks(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ');
}

function FilesField(props: FileFieldProps) {
  const { serviceId, form, known, onInsert } = props;
  const toMarkup = useBodyMarkup(props);
  return (
    <PostFileList field={props} name="files">
      {({ fileId, caption }, index, parts) => (
        <FileRow
          serviceId={serviceId}
          fileId={fileId}
          file={known.get(fileId)}
          label={form.getInputProps(`files.${index}.caption`)}
          onInsert={(file) => onInsert(toMarkup(file, { as: 'link', caption }))}
          {...parts}
        />
      )}
    </PostFileList>
  );
}

function ImagesField(props: FileFieldProps) {
  const { serviceId, form, known, onInsert } = props;
  const toMarkup = useBodyMarkup(props);

  function captionProps(fileId: string, index: number) {
    const props = form.getInputProps(`images.${index}.caption`);
    const onChange = (event: ChangeEvent<HTMLTextAreaElement>) => {
      props.onChange(event);
      form.setFieldValue('thumbnail', copyCaption(form.getValues().thumbnail, fileId, event.currentTarget.value));
    };
    return { ...props, onChange };
  }

  return (
    <PostFileList field={props} name="images">
      {(entry, index, parts) => (
        <ImageCard
          serviceId={serviceId}
          fileId={entry.fileId}
          file={known.get(entry.fileId)}
          isThumbnail={form.values.thumbnail?.fileId === entry.fileId}
          caption={captionProps(entry.fileId, index)}
          onInsert={(file, size) => onInsert(toMarkup(file, { as: 'picture', size, caption: entry.caption }))}
          onThumbnail={() => form.setFieldValue('thumbnail', entry)}
          {...parts}
        />
      )}
    </PostFileList>
  );
}

function LinksField({ form }: Pick<PostFormState, 'form'>) {
  const { t } = useTranslation('console');
  const { links } = form.values;
  const afterPress = useAfterPress();
  const isOpen = links.some((link) => link.url.trim() === '' || linkError(link));
  return (
    <fieldset className="links-field ui-column ui-gap-3">
      <legend>{t('posts.fields.links')}</legend>
      {links.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and controlled inputs
        <div key={index} className="link-row ui-grid ui-bottom ui-gap-2">
          <TextInput
            label={t('posts.linkUrl', { number: index + 1 })}
            type="url"
            autoComplete="off"
            maxLength={2000}
            {...form.getInputProps(`links.${index}.url`)}
            onBlur={() => afterPress(() => void form.validateField(`links.${index}.url`))}
          />
          <TextInput
            label={t('posts.linkLabel', { number: index + 1 })}
            autoComplete="off"
            maxLength={300}
            {...form.getInputProps(`links.${index}.label`)}
          />
          <ActionIcon
            color="vermilion"
            aria-label={t('posts.deleteLink', { number: index + 1 })}
            onClick={() => form.removeListItem('links', index)}
          >
            <Trash2 />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        leftSection={<Plus />}
        disabled={isOpen || links.length >= MAX_LINKS}
        onClick={() => form.insertListItem('links', { url: '', label: '' })}
      >
        {t('posts.addLink')}
      </Button>
      {form.errors.links && <p className="field-error">{form.errors.links}</p>}
    </fieldset>
  );
}

type InsertOptions = Pick<MarkupOptions, 'as' | 'size' | 'caption'>;

function useBodyMarkup({
  form,
  body,
}: Pick<PostFormState, 'form' | 'body'>): (file: ShownFile, insertOptions: InsertOptions) => string {
  const ownLanguage = useLanguage();
  return (file, insertOptions) => {
    const { title, editorMode } = form.getValues();
    const language = contentLanguage(`${title} ${body.get()}`) ?? ownLanguage;
    const options = { ...insertOptions, language, format: formatOfMode[editorMode], origin: location.origin };
    return markupOf(file, options) ?? '';
  };
}
