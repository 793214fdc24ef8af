import type { FileFieldProps } from './file-field.ts';
import { FileRow } from './file-row.tsx';
import { PostFileList } from './post-file-list.tsx';
import { useBodyMarkup } from './use-body-markup.ts';

export function FilesField(props: FileFieldProps) {
  const { serviceId, form, known, onInsert } = props;
  const toMarkup = useBodyMarkup(props);
  return (
    <PostFileList field={props} name="files" layout="rows">
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
