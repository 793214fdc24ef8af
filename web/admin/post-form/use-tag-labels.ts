import { useEffect, useState } from 'react';
import { tagApi } from '#contract/tags.ts';
import { quietCall } from '../../session/console-call.ts';

const MAX_TAG_PAGES = 10;

export function useTagLabels(serviceId: string): string[] {
  const [labels, setLabels] = useState<string[]>([]);
  useEffect(() => {
    let isMounted = true;
    const add = (more: string[]) => {
      if (isMounted) setLabels((known) => [...new Set([...known, ...more])]);
    };
    loadTagLabels(serviceId, add).catch(() => {});
    return () => {
      isMounted = false;
    };
  }, [serviceId]);
  return labels;
}

async function loadTagLabels(serviceId: string, add: (labels: string[]) => void): Promise<void> {
  let pageToken: string | undefined;
  for (let page = 0; page < MAX_TAG_PAGES; page += 1) {
    const found = await quietCall(tagApi.list, { params: { serviceId }, query: { pageToken } });
    add(found.items.map(({ label }) => label));
    if (found.pageToken === null) return;
    pageToken = found.pageToken;
  }
}
