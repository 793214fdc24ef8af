import { type RefObject, useMemo } from 'react';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import type { SourceEditorHandle } from '../../editor/source-editor.tsx';
import type { PostFormState } from '../use-post-form.ts';
import { FilesField } from './files-field.tsx';
import { ImagesField } from './images-field.tsx';
import { ThumbnailField } from './thumbnail-field.tsx';
import type { UploadsUnderWay } from './uploads-under-way.ts';
import { useNoStrayDrops } from './use-file-drop.ts';
import { useKnownFiles } from './use-known-files.ts';
import '../../../files/files.css';
import './post-files.css';

export interface PostFilesProps extends Pick<PostFormState, 'form'> {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
  readonly post: AdminPost | undefined;
  readonly editor: RefObject<SourceEditorHandle | null>;
  readonly underWay: UploadsUnderWay;
}

/** All that a post has beside its text: the picture that stands for it, pictures, documents. */
export function PostFiles({ serviceId, settings, form, post, editor, underWay }: PostFilesProps) {
  const { thumbnail, images, files } = form.values;
  const stored = useMemo(() => (post ? [...post.images, ...post.files, post.thumbnail ?? []].flat() : []), [post]);
  const wanted = [...images, ...files, thumbnail ?? []].flat().map(({ fileId }) => fileId);
  const known = useKnownFiles(serviceId, { stored, wanted });
  useNoStrayDrops();
  const field = {
    ...{ serviceId, settings, form, known, underWay },
    onInsert: (text: string) => editor.current?.insert(text),
  };
  return (
    <>
      <ThumbnailField {...field} />
      <ImagesField {...field} />
      <FilesField {...field} />
    </>
  );
}
