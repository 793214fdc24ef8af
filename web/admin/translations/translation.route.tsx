import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { Check, CheckCheck, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type BlockCounts, type ComparedBlock, translationApi } from '#contract/translations.ts';
import { postDetailPath, postEditPath } from '../../paths/console.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useLanguageName } from '../ui/use-language-name.ts';
import type { Route } from './+types/translation.route.ts';
import { OriginalBlock, TranslatedBlock } from './compared-block.tsx';
import { ReviewState } from './review-state.tsx';
import { useReview } from './use-review.ts';
import './translations.css';

export async function clientLoader({ request, params: { serviceId, postId } }: Route.ClientLoaderArgs) {
  await requireService(request, serviceId);
  const review = await screenCall(request)(translationApi.blocks, { params: { serviceId, idOrSlug: postId } });
  return { post: review.translation, review };
}

export const HydrateFallback = () => <ListSkeleton title="translations.title" />;

type Side = 'original' | 'translation';

export default function TranslationRoute({ loaderData: { review }, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const [side, setSide] = useState<Side>('original');
  const [isFiltered, setIsFiltered] = useState(false);
  const { table, mark } = useReview(review);
  const { original, translation, blocks } = review;
  const counts = countsOf(blocks);
  const isCurrent = blocks.every(({ state }) => state === 'current');
  const shown = isFiltered ? blocks.filter(({ state }) => state !== 'current') : blocks;
  return (
    <>
      <PageTitle title={t('translations.review.headingOf', { title: translation.title })}>
        {canWrite && (
          <>
            <Button
              component={Link}
              to={postEditPath(translation.serviceId, translation.postId)}
              leftSection={<Pencil />}
            >
              {t('translations.review.edit')}
            </Button>
            {!isCurrent && (
              <Button variant="default" leftSection={<CheckCheck />} onClick={() => void mark('all')}>
                {t('translations.review.markAll')}
              </Button>
            )}
          </>
        )}
      </PageTitle>
      <PostTabs serviceId={serviceId} />
      <div className="translation-tools ui-row ui-middle ui-gap-2-4">
        <span role="status">
          <ReviewState counts={counts} />
        </span>
        <Checkbox
          label={t('translations.review.onlyOpen')}
          checked={isFiltered}
          onChange={({ target }) => setIsFiltered(target.checked)}
        />
      </div>
      <SegmentedControl
        className="translation-sides"
        fullWidth
        aria-label={t('translations.review.side')}
        data={[
          { value: 'original', label: t('translations.original') },
          { value: 'translation', label: t('translations.review.translation') },
        ]}
        value={side}
        onChange={(value) => setSide(value === 'original' ? 'original' : 'translation')}
      />
      {shown.length === 0 ? (
        <EmptyState title={t('translations.review.nothingOpen')} />
      ) : (
        <table ref={table} className="translation-rows" data-side={side}>
          <thead>
            <tr>
              <SideHeading post={original} />
              <SideHeading post={translation} />
            </tr>
          </thead>
          <tbody>
            {shown.map((block, index) => (
              <BlockRow
                key={rowKey(block, index)}
                block={block}
                languages={[original.language, translation.language]}
                onMark={canWrite && block.state !== 'current' ? mark : undefined}
              />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function countsOf(blocks: readonly ComparedBlock[]): BlockCounts {
  const count = (state: ComparedBlock['state']) => blocks.filter((block) => block.state === state).length;
  return { outdated: count('changed'), missing: count('missing'), extra: count('extra') };
}

/** Equal blocks can occur several times in a post. */
function rowKey({ original, former, translation }: ComparedBlock, index: number): string {
  return `${(original ?? former ?? translation)?.fingerprint} ${index}`;
}

interface SideHeadingProps {
  readonly post: Route.ComponentProps['loaderData']['post'];
}

function SideHeading({ post: { serviceId, postId, title, language } }: SideHeadingProps) {
  const nameOf = useLanguageName();
  return (
    <th scope="col">
      <span className="ui-note">{nameOf(language)}</span>{' '}
      <Link to={postDetailPath(serviceId, postId)} lang={language}>
        {title}
      </Link>
    </th>
  );
}

interface BlockRowProps {
  readonly block: ComparedBlock;
  readonly languages: readonly [string, string];
  readonly onMark: ((fingerprints: string[]) => Promise<void>) | undefined;
}

function BlockRow({ block, languages: [originalLanguage, language], onMark }: BlockRowProps) {
  const { t } = useTranslation('console');
  const { state, original, former } = block;
  const fingerprint = (original ?? former)?.fingerprint;
  return (
    <tr data-state={state}>
      <td>
        <OriginalBlock block={block} language={originalLanguage} />
      </td>
      <td>
        <TranslatedBlock block={block} language={language} />
        {onMark && fingerprint !== undefined && (
          <Button
            className="translation-mark"
            variant="default"
            size="compact-sm"
            leftSection={<Check size={14} />}
            aria-label={t('translations.review.markOne', { text: (original ?? former)?.text.slice(0, 60) })}
            onClick={() => void onMark([fingerprint])}
          >
            {t('translations.review.mark')}
          </Button>
        )}
      </td>
    </tr>
  );
}
