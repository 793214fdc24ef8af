import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { isForReaders } from '#contract/post-status.ts';
import { formatOfMode } from '#contract/posts.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import { consoleCall } from '../../../session/console-call.ts';
import { publicAddress } from '../../posts/public-address.ts';
import { askBeforePublishing, type PublishAnswer, type ReviewedPost } from '../../posts/publish-dialog.tsx';
import { addressOf } from '../../posts/shown-file.ts';
import { hasSameContent } from '../compare/differences.ts';
import type { KnownFiles } from '../files/use-known-files.ts';
import { type PostFormValues, toCreation, toUpdate, valuesOf } from '../post-form-values.ts';
import { isRejected } from './use-retry.tsx';

/** `draft` stays a draft, `publish` asks first, `update` keeps the status. */
export type SaveKind = 'draft' | 'publish' | 'update';

interface Sending {
  readonly serviceId: string;
  readonly kind: SaveKind;
  readonly values: PostFormValues;
}

interface Creating extends Sending {
  readonly username: string;
  /** Called with the slug before the request, and with an empty one when the server certainly stored nothing. */
  readonly onSent: (slug: string) => void;
}

export function isLive(post: AdminPost | undefined): boolean {
  return post !== undefined && isForReaders(post.status);
}

export async function updatePost(base: AdminPost, { serviceId, kind, values }: Sending): Promise<AdminPost> {
  const status = kind === 'publish' ? ('publish' as const) : undefined;
  const body = toUpdate(values, { stored: base, status });
  return await consoleCall(adminPostApi.update, { params: { serviceId, idOrSlug: base.postId }, body });
}

/**
 * Creates the post without duplicates: continues with a post that an earlier, unanswered request created.
 * @throws {ApiError} with status 409 when that post was changed since.
 */
export async function createPost(creating: Creating): Promise<AdminPost> {
  const { serviceId, kind, values, onSent } = creating;
  const created = await createdBefore(creating);
  if (created) return await continueFrom(created, creating);
  onSent(values.slug.trim());
  try {
    const body = toCreation(values, kind === 'publish' ? 'publish' : 'draft');
    return await consoleCall(adminPostApi.create, { params: { serviceId }, body });
  } catch (error) {
    // An earlier request may have arrived only now.
    const late = isRejected(error) ? await createdBefore(creating) : undefined;
    if (late) return await continueFrom(late, creating);
    if (isRejected(error)) onSent('');
    throw error;
  }
}

async function createdBefore({ serviceId, values, username }: Creating): Promise<AdminPost | undefined> {
  if (values.sentAs === '') return undefined;
  try {
    const found = await consoleCall(adminPostApi.find, { params: { serviceId, idOrSlug: values.sentAs } });
    return found.createdBy === username ? found : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

async function continueFrom(created: AdminPost, sending: Sending): Promise<AdminPost> {
  if (isSameSave(created, sending)) return created;
  if (created.revision > 1) throw new ApiError(409, { message: messages.staleRevision, current: created });
  return await updatePost(created, { ...sending, values: { ...sending.values, revision: created.revision } });
}

/** Returns true when the save arrived although its response did not. */
export function isSameSave(created: AdminPost, { kind, values }: Pick<Sending, 'kind' | 'values'>): boolean {
  return hasSameContent(valuesOf(created), values) && (kind !== 'publish' || isLive(created));
}

export interface PublishContext {
  readonly serviceLabel: string;
  readonly settings: ServiceConfigs;
  readonly known: KnownFiles;
}

interface PublishRequest extends Pick<Sending, 'serviceId' | 'values'> {
  readonly canChooseTime: boolean;
}

export function askToPublish(
  { serviceLabel, settings, known }: PublishContext,
  { serviceId, values, canChooseTime }: PublishRequest,
): Promise<PublishAnswer | undefined> {
  const thumbnail = values.thumbnail ? known.get(values.thumbnail.fileId) : undefined;
  const address = publicAddress(
    { serviceId, slug: values.slug.trim(), service: { configs: settings } },
    location.origin,
  );
  return askBeforePublishing({
    ...publishQuestion(values),
    serviceId,
    serviceLabel,
    address,
    image: typeof thumbnail === 'object' ? addressOf(thumbnail) : undefined,
    publishAt: values.publishAt,
    canChooseTime,
  });
}

export function publishQuestion(values: PostFormValues): ReviewedPost {
  const { title, body, editorMode, description, slug, thumbnail, images } = values;
  return {
    title: title.trim(),
    body,
    bodyFormat: formatOfMode[editorMode],
    description,
    slug: slug.trim(),
    images: [...new Set([...images, thumbnail ?? []].flat().map(({ fileId }) => fileId))],
  };
}
