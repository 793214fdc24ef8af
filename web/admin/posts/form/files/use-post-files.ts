import { type RefObject, useMemo } from 'react';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import type { BodyHandle } from '../../editor/body-handle.ts';
import type { PostFormState } from '../use-post-form.ts';
import type { FileFieldProps } from './file-field.ts';
import type { UploadsUnderWay } from './uploads-under-way.ts';
import { useNoStrayDrops } from './use-file-drop.ts';
import { useKnownFiles } from './use-known-files.ts';
import '../../../files/files.css';
import './post-files.css';

export interface PostFilesOptions {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
  readonly state: PostFormState;
  readonly post: AdminPost | undefined;
  readonly editor: RefObject<BodyHandle | null>;
  readonly underWay: UploadsUnderWay;
}

export function usePostFiles({ serviceId, settings, state, post, editor, underWay }: PostFilesOptions): FileFieldProps {
  const { form } = state;
  const { thumbnail, images, files } = form.values;
  const stored = useMemo(() => (post ? [...post.images, ...post.files, post.thumbnail ?? []].flat() : []), [post]);
  const wanted = [...images, ...files, thumbnail ?? []].flat().map(({ fileId }) => fileId);
  const known = useKnownFiles(serviceId, { stored, wanted });
  useNoStrayDrops();
  return {
    ...{ serviceId, settings, form, body: state.body, known, underWay },
    onInsert: (text) => editor.current?.insert(text),
  };
}
