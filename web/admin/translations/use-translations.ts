import { useNavigate } from 'react-router';
import type { AdminPost } from '#contract/admin-posts.ts';
import { type TranslationSet, translationApi } from '#contract/translations.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { postEditPath } from '../../paths/console.ts';
import { backgroundCall, consoleCall } from '../../session/console-call.ts';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

export type TranslatedPost = Pick<AdminPost, 'serviceId' | 'postId' | 'title' | 'language' | 'bodyText' | 'revision'>;

export interface Translations {
  readonly set: TranslationSet | undefined;
  readonly hasFailed: boolean;
  readonly language: string | undefined;
  readonly reload: () => void;
  readonly create: (language: string, serviceId: string) => Promise<void>;
}

export function useTranslations(post: TranslatedPost): Translations {
  const navigate = useNavigate();
  const { serviceId, postId, revision } = post;
  const params = { serviceId, idOrSlug: postId };
  const key = `${serviceId} ${postId} ${revision}`;
  const { value, hasFailed, reload } = useLoaded(key, () => backgroundCall(translationApi.list, { params }));
  const own = value?.members.find((member) => member.postId === postId);

  async function create(language: string, ofService: string): Promise<void> {
    try {
      const body = { language, ...(ofService !== serviceId && { serviceId: ofService }) };
      const draft = await consoleCall(translationApi.create, { params, body });
      notifySuccess('translations.created');
      await navigate(postEditPath(draft.serviceId, draft.postId));
    } catch (error) {
      notifyFailure(error, 'failure.create');
    }
  }

  const language = own?.language ?? (post.language || contentLanguage(`${post.title} ${post.bodyText}`));
  return { set: value, hasFailed, language, reload, create };
}
