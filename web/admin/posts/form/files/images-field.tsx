import type { ChangeEvent } from 'react';
import { sayingOf } from './file-entry.ts';
import type { FileFieldProps } from './file-field.ts';
import { ImageCard } from './image-card.tsx';
import { PostFileList } from './post-file-list.tsx';
import { useBodyMarkup } from './use-body-markup.ts';

export function ImagesField(props: FileFieldProps) {
  const { serviceId, form, known, onInsert } = props;
  const toMarkup = useBodyMarkup(props);

  function captionProps(fileId: string, index: number) {
    const props = form.getInputProps(`images.${index}.caption`);
    const onChange = (event: ChangeEvent<HTMLTextAreaElement>) => {
      props.onChange(event);
      form.setFieldValue('thumbnail', sayingOf(form.getValues().thumbnail, fileId, event.currentTarget.value));
    };
    return { ...props, onChange };
  }

  return (
    <PostFileList field={props} name="images" layout="cards">
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
