import { ActionIcon, Button, Menu } from '@mantine/core';
import { Ellipsis, FileText, Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TranslationMember } from '#contract/translations.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { postDetailPath, translationPath } from '../../paths/console.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { PostStatusBadges } from '../posts/post-status.tsx';
import { Badge } from '../ui/badge.tsx';
import { openDialog } from '../ui/dialog.tsx';
import { ConsoleText } from '../ui/notify.tsx';
import { useLanguageName } from '../ui/use-language-name.ts';
import { freeLanguages, isSiteLanguage, ownNameOf } from './language-names.ts';
import { ReviewState } from './review-state.tsx';
import { TranslateForm } from './translate-form.tsx';
import { type TranslatedPost, type Translations, useTranslations } from './use-translations.ts';
import './translations.css';

/** The posts that a post is linked to as a translation, with their state, and what an editor can do about them. */
export function PostTranslations({ post }: { readonly post: TranslatedPost }) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const translations = useTranslations(post);
  const { set, hasFailed, reload } = translations;
  if (hasFailed) {
    return (
      <div className="ui-column ui-gap-2">
        <p role="status">{t('translations.failed')}</p>
        <Button variant="default" size="compact-sm" onClick={reload}>
          {t('action.tryAgain')}
        </Button>
      </div>
    );
  }
  if (!set) return <p role="status">{t('console.loading')}</p>;
  return (
    <div className="translations ui-column ui-gap-2">
      {set.members.length === 0 && <p className="ui-note">{t('translations.none')}</p>}
      <MemberList members={set.members} postId={post.postId} />
      {canWrite && <Actions post={post} translations={translations} />}
    </div>
  );
}

interface MemberListProps {
  readonly members: readonly TranslationMember[];
  readonly postId: string;
}

function MemberList({ members, postId }: MemberListProps) {
  const own = members.find((member) => member.postId === postId);
  const others = members.filter((member) => member !== own);
  if (others.length === 0) return null;
  return (
    <ul className="translation-members ui-column ui-gap-3">
      {others.map((member) => (
        <Member
          key={member.postId}
          member={member}
          isOriginal={members.some(({ originalId }) => originalId === member.postId)}
          compared={member.postId === own?.originalId ? own : member.originalId === null ? undefined : member}
        />
      ))}
    </ul>
  );
}

interface MemberProps {
  readonly member: TranslationMember;
  readonly isOriginal: boolean;
  /** The translation of the two, unless neither was translated from the other. */
  readonly compared: TranslationMember | undefined;
}

function Member({ member, isOriginal, compared }: MemberProps) {
  const { t } = useTranslation('console');
  const nameOf = useLanguageName();
  const { serviceId, postId, title, language, status, isAccessible } = member;
  return (
    <li className="ui-column ui-gap-1">
      <span className="ui-row ui-baseline ui-gap-1-2">
        <span className="ui-note">{nameOf(language)}</span>
        {isAccessible ? (
          <Link to={postDetailPath(serviceId, postId)} lang={contentLanguage(title)}>
            {title}
          </Link>
        ) : (
          <span lang={contentLanguage(title)}>{title || t('translations.noAccess')}</span>
        )}
      </span>
      <span className="ui-row ui-middle ui-gap-1-2">
        <PostStatusBadges post={{ status, effectiveAt: null, isHiddenInList: false }} />
        {isOriginal && <Badge tone="quiet" icon={FileText} text={t('translations.original')} />}
        {compared && <ReviewState counts={compared} />}
      </span>
      {compared?.isAccessible && (
        <Link className="ui-note" to={translationPath(compared.serviceId, compared.postId)}>
          {t('translations.compare')}
        </Link>
      )}
    </li>
  );
}

function Actions({ post, translations }: { readonly post: TranslatedPost; readonly translations: Translations }) {
  const { t } = useTranslation('console');
  const { set, language, create } = translations;
  const free = freeLanguages([language, ...(set?.members ?? []).map((member) => member.language)]);
  const chooseOther = () =>
    void openDialog(<ConsoleText text="translations.translateOther" />, (close) => (
      <TranslateForm languages={free} serviceId={post.serviceId} onCreate={create} onClose={close} />
    ));
  return (
    <div className="ui-row ui-middle ui-gap-2">
      {free.filter(isSiteLanguage).map((tag) => (
        <Button
          key={tag}
          variant="default"
          size="compact-md"
          leftSection={<Languages size={16} />}
          onClick={() => void create(tag, post.serviceId)}
        >
          {t('translations.translateTo', { language: ownNameOf(tag) })}
        </Button>
      ))}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('translations.more')}>
            <Ellipsis />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Languages />} onClick={chooseOther}>
            {t('translations.other')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
