import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AdminFile } from '#contract/admin-files.ts';
import type { FileType } from '#contract/files.ts';
import { quietCall } from '../../../session/console-call.ts';
import { findFiles } from '../find-files.ts';

export interface FileChoices {
  readonly files: readonly AdminFile[];
  readonly state: 'loading' | 'ready' | 'failed';
  readonly hasMore: boolean;
  readonly more: () => void;
  readonly reload: () => void;
}

interface Found {
  readonly files: readonly AdminFile[];
  readonly next: string | undefined;
  readonly state: FileChoices['state'];
}

const NOTHING: Found = { files: [], next: undefined, state: 'loading' };

const SEARCH_DELAY_MS = 300;
const PAGE = 24;

export function useFileChoices(serviceId: string, type: FileType, name: string, isWanted: boolean): FileChoices {
  const [wanted] = useDebouncedValue(name.trim(), SEARCH_DELAY_MS);
  const [found, setFound] = useState(NOTHING);
  const asked = useRef(0);

  const ask = useCallback(
    async (before: readonly AdminFile[], pageToken: string | undefined) => {
      asked.current += 1;
      const question = asked.current;
      const answer = (next: Found) => question === asked.current && setFound(next);
      answer({ files: before, next: pageToken, state: 'loading' });
      try {
        const query = { type, count: PAGE, pageToken, ...(wanted !== '' && { name: wanted }) };
        const { files, nextToken } = await findFiles(quietCall, { params: { serviceId }, query });
        answer({ files: [...before, ...files], next: nextToken, state: 'ready' });
      } catch {
        answer({ files: before, next: pageToken, state: 'failed' });
      }
    },
    [serviceId, type, wanted],
  );

  const reload = useCallback(() => void ask([], undefined), [ask]);
  useEffect(() => {
    if (isWanted) reload();
  }, [isWanted, reload]);

  const { files, next, state } = found;
  return { files, state, hasMore: next !== undefined, more: () => void ask(files, next), reload };
}
