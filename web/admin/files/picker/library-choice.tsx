import { Button, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Check, Search } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import type { FileType } from '#contract/files.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { quietCall } from '../../../session/console-call.ts';
import { FileThumb } from '../file-thumb.tsx';
import { findFiles } from '../find-files.ts';
import { useFileSize } from '../use-file-size.ts';

interface FileChoices {
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

function useFileChoices(serviceId: string, type: FileType, name: string, isOpen: boolean): FileChoices {
  const [searchedName] = useDebouncedValue(name.trim(), SEARCH_DELAY_MS);
  const [found, setFound] = useState(NOTHING);
  const requested = useRef(0);

  const ask = useCallback(
    async (before: readonly AdminFile[], pageToken: string | undefined) => {
      requested.current += 1;
      const question = requested.current;
      const answer = (next: Found) => question === requested.current && setFound(next);
      answer({ files: before, next: pageToken, state: 'loading' });
      try {
        const query = { type, count: PAGE, pageToken, ...(searchedName !== '' && { name: searchedName }) };
        const { files, nextToken } = await findFiles(quietCall, { params: { serviceId }, query });
        answer({ files: [...before, ...files], next: nextToken, state: 'ready' });
      } catch {
        answer({ files: before, next: pageToken, state: 'failed' });
      }
    },
    [serviceId, type, searchedName],
  );

  const reload = useCallback(() => void ask([], undefined), [ask]);
  useEffect(() => {
    if (isOpen) reload();
  }, [isOpen, reload]);

  const { files, next, state } = found;
  return { files, state, hasMore: next !== undefined, more: () => void ask(files, next), reload };
}

interface LibraryChoiceProps {
  readonly serviceId: string;
  readonly type: FileType;
  readonly isShown: boolean;
  readonly chosen: readonly AdminFile[];
  readonly onChoose: (file: AdminFile) => void;
}

export function LibraryChoice({ serviceId, type, isShown, chosen, onChoose }: LibraryChoiceProps) {
  const { t } = useTranslation('console');
  const [name, setName] = useState('');
  const choices = useFileChoices(serviceId, type, name, isShown);
  return (
    <div className="file-choice">
      <TextInput
        type="search"
        label={t('files.filter.name')}
        leftSection={<Search />}
        value={name}
        maxLength={128}
        onChange={({ target }) => setName(target.value)}
        data-autofocus
      />
      <Choices choices={choices} isFiltered={name.trim() !== ''} chosen={chosen} onChoose={onChoose} />
    </div>
  );
}

interface ChoicesProps extends Pick<LibraryChoiceProps, 'chosen' | 'onChoose'> {
  readonly choices: FileChoices;
  readonly isFiltered: boolean;
}

function Choices({ choices: { files, state, hasMore, more, reload }, isFiltered, chosen, onChoose }: ChoicesProps) {
  const { t } = useTranslation('console');
  if (files.length === 0 && state === 'loading') return <ChoiceSkeleton />;
  return (
    <>
      {files.length > 0 && (
        <ul className="file-grid ui-grid ui-gap-4" aria-label={t('files.picker.results')}>
          {files.map((file) => (
            <li key={file.fileId}>
              <Choice
                file={file}
                isChosen={chosen.some(({ fileId }) => fileId === file.fileId)}
                onChoose={() => onChoose(file)}
              />
            </li>
          ))}
        </ul>
      )}
      {files.length === 0 && state === 'ready' && (
        <p className="file-choice-note">
          {t(hasMore ? 'files.noneSoFar' : isFiltered ? 'files.noMatch' : 'files.picker.empty')}
        </p>
      )}
      {state === 'failed' && (
        <p className="file-choice-note" role="alert">
          {t('files.picker.failed')}{' '}
          <Button variant="default" size="compact-sm" onClick={files.length === 0 ? reload : more}>
            {t('action.tryAgain')}
          </Button>
        </p>
      )}
      {hasMore && state !== 'failed' && (
        <Button variant="default" onClick={more} loading={state === 'loading'}>
          {t('files.picker.more')}
        </Button>
      )}
    </>
  );
}

function Choice({ file, isChosen, onChoose }: { file: AdminFile; isChosen: boolean; onChoose: () => void }) {
  const sizeOf = useFileSize();
  const { name, size } = file;
  return (
    <button type="button" className="file-tile ui-panel ui-column ui-gap-1" aria-pressed={isChosen} onClick={onChoose}>
      <FileThumb file={file} />
      <span className="file-tile-name" lang={contentLanguage(name)}>
        {name}
      </span>
      <span className="file-tile-note ui-row ui-middle ui-spread ui-gap-1-2 ui-note">{sizeOf(size)}</span>
      {isChosen && (
        <span className="file-tile-check">
          <Check />
        </span>
      )}
    </button>
  );
}

function ChoiceSkeleton() {
  const { t } = useTranslation('console');
  return (
    <div className="file-grid ui-grid ui-gap-4">
      <p className="sr-only" role="status">
        {t('console.loading')}
      </p>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((tile) => (
        <Skeleton key={tile} height={180} />
      ))}
    </div>
  );
}
