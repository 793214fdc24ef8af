import { Button, Modal, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyPost } from '#contract/admin-search.ts';
import { postPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { PostStatusBadges } from '../../posts/post-status.tsx';
import { useFoundPosts } from '../../posts/use-found-posts.ts';
import { ConsoleForm } from '../../ui/console-form.tsx';
import { escapeText } from '../file-markup.ts';
import { isSafeLink, toLink } from './rich-html.ts';
import type { RichQuestion } from './rich-tools.ts';

const FILM = /\.(?:mp4|webm|ogv|mov|m4v)$/i;
const SOUND = /\.(?:mp3|m4a|ogg|oga|wav|flac|opus)$/i;

/**
 * Returns markup for media of another site, given a URL or embed code: a player for video and audio files, else a link,
 * because the server removes frames. Returns undefined when there is no usable URL.
 */
function embedMarkup(typed: string): string | undefined {
  const address = addressIn(typed.trim());
  if (!address) return undefined;
  const written = escapeText(address);
  const { pathname } = new URL(address);
  if (FILM.test(pathname)) return `<video controls src="${written}"></video>`;
  if (SOUND.test(pathname)) return `<audio controls src="${written}"></audio>`;
  return `<p><a href="${written}">${written}</a></p>`;
}

function addressIn(typed: string): string | undefined {
  const [, inCode] = /\ssrc\s*=\s*["']([^"']+)["']/i.exec(typed) ?? [];
  const address = (inCode ?? typed).replace(/^\/\//, 'https://').replaceAll('&amp;', '&');
  const isAddress = /^https?:\/\/[^\s"'<>]+$/i.test(address) && isSafeLink(address);
  return isAddress && URL.canParse(address) ? address : undefined;
}

export interface RichQuestionDialogProps {
  readonly editor: Editor;
  readonly question: RichQuestion;
  readonly serviceId: string;
  readonly onClose: () => void;
}

const MAX_LENGTHS: Readonly<Record<RichQuestion, number>> = {
  link: 2000,
  alt: 1000,
  embed: 20_000,
  html: 100_000,
  ruby: 100,
};

export function RichQuestionDialog({ editor, question, serviceId, onClose }: RichQuestionDialogProps) {
  const { t } = useTranslation('console');
  const [value, setValue] = useState(() => presentValue(editor, question));
  const [linkedTitle, setLinkedTitle] = useState('');
  const [hasError, setHasError] = useState(false);
  const isLong = question === 'html' || question === 'embed';
  const Field = isLong ? Textarea : TextInput;

  function submit(event: FormEvent): void {
    // React events bubble through the portal to the surrounding form.
    event.preventDefault();
    event.stopPropagation();
    if (answers[question](editor, value, linkedTitle)) close();
    else setHasError(true);
  }

  function close(): void {
    onClose();
    // Runs after the dialog has returned the focus to its opener.
    setTimeout(() => editor.commands.focus());
  }

  return (
    <Modal
      opened
      onClose={close}
      title={t(`richText.${question}.title`)}
      centered
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <ConsoleForm onSubmit={submit}>
        <Field
          label={t(`richText.${question}.label`)}
          description={t(`richText.${question}.help`)}
          value={value}
          maxLength={MAX_LENGTHS[question]}
          autoComplete="off"
          data-autofocus
          {...(isLong && { rows: 5, styles: { input: { fontFamily: 'var(--font-mono)' } } })}
          error={hasError && t('richText.badAddress')}
          onChange={(event) => {
            setValue(event.currentTarget.value);
            setHasError(false);
            setLinkedTitle('');
          }}
        />
        {question === 'link' && (
          <OwnPosts
            serviceId={serviceId}
            words={linkedTitle || (SCHEME_OR_PATH.test(value) ? '' : value)}
            onChoose={(post) => {
              setValue(postPath(post.serviceId, post.slug));
              setLinkedTitle(post.title);
              setHasError(false);
            }}
          />
        )}
        <div className="form-actions">
          <Button type="submit">{t(`richText.${question}.action`)}</Button>
          {question === 'link' && editor.isActive('link') && (
            <Button
              variant="outline"
              onClick={() => {
                editor.chain().extendMarkRange('link').unsetLink().run();
                close();
              }}
            >
              {t('richText.link.remove')}
            </Button>
          )}
        </div>
      </ConsoleForm>
    </Modal>
  );
}

/** A URL or a path, in which nobody would look for words of a title. */
const SCHEME_OR_PATH = /^\s*(?:[a-z][a-z0-9+.-]*:|[/#?.])/i;
const MAX_SHOWN = 5;

interface OwnPostsProps {
  readonly serviceId: string;
  readonly words: string;
  readonly onChoose: (post: AnyPost) => void;
}

function OwnPosts({ serviceId, words, onChoose }: OwnPostsProps) {
  const { t } = useTranslation('console');
  const { posts = [] } = useFoundPosts(words, { service: serviceId, count: MAX_SHOWN });
  if (posts.length === 0) return null;
  return (
    <section className="own-posts" aria-label={t('richText.link.posts')}>
      <p className="ui-tiny">{t('richText.link.posts')}</p>
      {posts.map((post) => (
        <UnstyledButton key={post.postId} className="slash-option" onClick={() => onChoose(post)}>
          <span lang={contentLanguage(post.title)}>{post.title}</span>
          <PostStatusBadges post={{ ...post, effectiveAt: null }} />
        </UnstyledButton>
      ))}
    </section>
  );
}

function presentValue(editor: Editor, question: RichQuestion): string {
  if (question === 'link') return String(editor.getAttributes('link').href ?? '');
  if (question === 'alt') return String(editor.getAttributes(pictureOf(editor)).alt ?? '');
  if (question === 'html') return String(editor.getAttributes('htmlBlock').html ?? '');
  return '';
}

function pictureOf(editor: Editor): 'image' | 'figure' {
  return editor.isActive('image') ? 'image' : 'figure';
}

type Answer = (editor: Editor, value: string, linkedTitle: string) => boolean;

const answers: Readonly<Record<RichQuestion, Answer>> = {
  link: (editor, value, linkedTitle) => {
    const href = toLink(value);
    if (href === undefined) return false;
    const isBare = editor.state.selection.empty && !editor.isActive('link');
    const marks = [{ type: 'link', attrs: { href } }];
    return isBare
      ? editor.commands.insertContent({ type: 'text', text: linkedTitle || value.trim(), marks })
      : editor.chain().extendMarkRange('link').setLink({ href }).run();
  },
  ruby: (editor, value) => {
    const { from, to } = editor.state.selection;
    const base = escapeText(editor.state.doc.textBetween(from, to));
    const html = `<ruby>${base}<rp>（</rp><rt>${escapeText(value.trim())}</rt><rp>）</rp></ruby>`;
    return value.trim() === '' || editor.commands.insertContent({ type: 'htmlInline', attrs: { html } });
  },
  alt: (editor, value) => editor.commands.updateAttributes(pictureOf(editor), { alt: value.trim() }),
  embed: (editor, value) => {
    const markup = embedMarkup(value);
    return markup !== undefined && editor.commands.insertContent(markup);
  },
  html: (editor, value) => {
    const html = value.trim();
    if (html === '') return editor.isActive('htmlBlock') ? editor.commands.deleteSelection() : true;
    return editor.isActive('htmlBlock')
      ? editor.commands.updateAttributes('htmlBlock', { html })
      : editor.commands.insertContent({ type: 'htmlBlock', attrs: { html } });
  },
};
