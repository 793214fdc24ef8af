import { Checkbox } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminFile } from '#contract/admin-files.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { fileDetailPath } from '../../../paths/console.ts';
import { FileStateBadge, FileThumb, stateOf } from '../file-thumb.tsx';
import { useFileSize } from '../use-file-size.ts';

export interface FileGridProps {
  readonly files: readonly AdminFile[];
  /** Undefined for viewers. */
  readonly selection: Selection | undefined;
  readonly onDelete: (file: AdminFile) => void;
}

export function FileGrid({ files, selection, onDelete }: FileGridProps) {
  const { t } = useTranslation('console');
  return (
    <ul className="file-grid ui-grid ui-gap-4" aria-label={t('files.heading')} onKeyDown={moveByArrows}>
      {files.map((file) => (
        <li key={file.fileId}>
          <FileTile file={file} selection={selection} onDelete={() => onDelete(file)} />
        </li>
      ))}
    </ul>
  );
}

interface FileTileProps {
  readonly file: AdminFile;
  readonly selection: Selection | undefined;
  readonly onDelete: () => void;
}

function FileTile({ file, selection, onDelete }: FileTileProps) {
  const { t } = useTranslation('console');
  const sizeOf = useFileSize();
  const { serviceId, fileId, name, size } = file;
  const state = stateOf(file);
  const isSelected = selection?.has(fileId) ?? false;
  return (
    <div className="file-cell" data-selected={isSelected || undefined}>
      <Link
        className="file-tile ui-panel ui-column ui-gap-1"
        to={fileDetailPath(serviceId, fileId)}
        onKeyDown={({ key }) => key === 'Delete' && selection && onDelete()}
        draggable={false}
      >
        <FileThumb file={file} />
        <span className="file-tile-name" lang={contentLanguage(name)}>
          {name}
        </span>
        <span className="file-tile-note ui-row ui-middle ui-spread ui-gap-1-2 ui-note">
          <span>{sizeOf(size)}</span>
          {state !== 'used' && <FileStateBadge file={file} />}
        </span>
      </Link>
      {selection && (
        <Checkbox
          className="file-check"
          aria-label={t('files.selectOne', { name })}
          checked={isSelected}
          onChange={() => selection.toggle(fileId)}
        />
      )}
    </div>
  );
}

const STEPS: Readonly<Record<string, (at: number, columns: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at, columns) => at - columns,
  ArrowDown: (at, columns) => at + columns,
};

function moveByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = STEPS[event.key];
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('.file-tile')];
  const at = tiles.findIndex((tile) => tile.isSameNode(event.target as Node));
  if (!step || at < 0) return;
  const [first] = tiles;
  const columns = tiles.filter(
    (tile) => tile.getBoundingClientRect().top === first?.getBoundingClientRect().top,
  ).length;
  const next = tiles[step(at, columns)];
  event.preventDefault();
  next?.focus();
}

export interface Selection {
  readonly ids: readonly string[];
  readonly has: (fileId: string) => boolean;
  readonly toggle: (fileId: string) => void;
  readonly set: (fileIds: readonly string[]) => void;
}

export function useSelection(shownIds: readonly string[]): Selection {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const ids = shownIds.filter((id) => selectedIds.has(id));
  return {
    ids,
    has: (fileId) => selectedIds.has(fileId),
    toggle: (fileId) =>
      setSelectedIds(new Set(selectedIds.has(fileId) ? ids.filter((id) => id !== fileId) : [...ids, fileId])),
    set: (fileIds) => setSelectedIds(new Set(fileIds)),
  };
}
