import { Button, TextInput } from '@mantine/core';
import { Plus, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminTagApi } from '#contract/admin-tags.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { ServiceLine } from '../posts/service-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/tag-list.route.ts';
import { readTagListState, toTagSearch } from './tag-list-state.ts';
import { TagTable } from './tag-table.tsx';
import { useTagActions } from './use-tag-actions.ts';

interface TagSearchProps {
  readonly value: string;
  readonly onSearch: (words: string) => void;
}

const DELAY_MS = 300;

function TagSearch({ value, onSearch }: TagSearchProps) {
  const { t } = useTranslation('console');
  const [typed, setTyped] = useState(value);
  const [isComposing, setIsComposing] = useState(false);
  const search = useRef(onSearch);
  search.current = onSearch;

  useEffect(() => setTyped(value), [value]);

  const words = typed.trim();
  useEffect(() => {
    if (isComposing || words === value) return;
    const timer = setTimeout(() => search.current(words), DELAY_MS);
    return () => clearTimeout(timer);
  }, [words, value, isComposing]);

  return (
    <TextInput
      className="grows"
      type="search"
      label={t('tags.search')}
      leftSection={<Search />}
      maxLength={128}
      value={typed}
      onCompositionStart={() => setIsComposing(true)}
      onCompositionEnd={() => setIsComposing(false)}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

const PAGE_SIZE = 100;

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireService(request, params.serviceId);
  const state = readTagListState(new URL(request.url).searchParams);
  const call = screenCall(request);
  const query = { count: PAGE_SIZE + 1, after: state.after, contains: state.contains };
  const [service, tags] = await Promise.all([
    call(adminServiceApi.find, { params }),
    call(adminTagApi.list, { params, query }),
  ]);
  const shown = tags.slice(0, PAGE_SIZE);
  return { service, state, tags: shown, lastLabel: tags.length > PAGE_SIZE ? shown.at(-1)?.label : undefined };
}

export function HydrateFallback() {
  return <ListSkeleton title={useTranslation('console').t('tags.heading')} />;
}

export default function TagListRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { service, state, tags, lastLabel } = loaderData;
  const actions = useTagActions(serviceId);
  const canEdit = isEditor(useActor());
  const { contains } = state;
  const isEmpty = tags.length === 0 && contains === '' && state.after === undefined;

  const show = (words: string) =>
    void navigate(
      { search: toTagSearch({ contains: words, after: undefined }) },
      { replace: true, preventScrollReset: true },
    );
  const create = (
    <Button onClick={actions.create} leftSection={<Plus />}>
      {t('action.create')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('tags.heading')} documentTitle={t('tags.headingOf', { label: service.label })}>
        {canEdit && !isEmpty && create}
      </PageTitle>
      <ServiceLine service={service} />
      <PostTabs serviceId={serviceId} />
      {isEmpty ? (
        <EmptyState title={t('tags.empty')} body={t('tags.emptyBody')}>
          {canEdit && create}
        </EmptyState>
      ) : (
        <>
          <div className="list-tools">
            <TagSearch key={serviceId} value={contains} onSearch={show} />
          </div>
          {tags.length > 0 ? (
            <TagTable tags={tags} actions={canEdit ? actions : undefined} />
          ) : (
            <EmptyState title={t('tags.noMatch', { words: contains })}>
              <Button variant="default" onClick={() => show('')}>
                {t('tags.clearSearch')}
              </Button>
            </EmptyState>
          )}
          <TrailPager
            first={toTagSearch({ contains, after: undefined })}
            next={lastLabel === undefined ? undefined : toTagSearch({ contains, after: lastLabel })}
            isFirst={state.after === undefined}
          />
        </>
      )}
    </>
  );
}
