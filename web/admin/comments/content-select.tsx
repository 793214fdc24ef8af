import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Call } from '#contract/api-client.ts';
import { serviceContentApi } from '#contract/service-contents.ts';
import { quietCall } from '../../session/console-call.ts';
import { notifyFailure } from '../ui/notify.tsx';
import { contentCommentsPath } from './comment-paths.ts';

/** Maximum number of options rendered at once; typing finds the others. */
const MAX_OFFERED = 100;

export function ContentSelect({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const [ids, setIds] = useState<readonly string[]>();

  const load = async () => {
    if (ids !== undefined) return;
    try {
      setIds(await allContentIds(quietCall, serviceId));
    } catch (error) {
      notifyFailure(error);
    }
  };

  return (
    <Select
      className="comment-content-select"
      label={t('moderation.content')}
      placeholder={t('moderation.contentChoose')}
      data={ids ?? []}
      value={null}
      searchable
      limit={MAX_OFFERED}
      nothingFoundMessage={t(ids === undefined ? 'console.loading' : 'moderation.contentNone')}
      onDropdownOpen={() => void load()}
      onChange={(contentId) => contentId !== null && void navigate(contentCommentsPath(serviceId, contentId))}
    />
  );
}

/** Loads all pages. A service has at most 1,000 content ids. */
async function allContentIds(call: Call, serviceId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let pageToken: string | null | undefined;
  do {
    const query = { count: 50, ...(pageToken != null && { pageToken }) };
    const page = await call(serviceContentApi.list, { params: { serviceId }, query });
    ids.push(...page.items.map(({ contentId }) => contentId));
    pageToken = page.pageToken;
  } while (pageToken !== null);
  return ids;
}
