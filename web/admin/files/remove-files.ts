import type { TFunction } from 'i18next';
import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import { consoleCall } from '../../session/console-call.ts';
import { confirm } from '../ui/confirm.tsx';
import { notifyFailure, notifyProblem, notifySuccess, notifyUndoable } from '../ui/notify.tsx';

type Addressed = Pick<AdminFile, 'serviceId' | 'fileId'>;

const paramsOf = ({ serviceId, fileId }: Addressed) => ({ params: { serviceId, fileId } });

export async function removeFile(file: Addressed, isForced = false): Promise<AdminFile> {
  return await consoleCall(adminFileApi.delete, { ...paramsOf(file), query: { isForced: isForced ? '1' : '0' } });
}

/** Deletes the new copy and returns the file that existed before; undefined when there is none. */
export async function keepExisting(copy: AdminFile): Promise<AdminFile | undefined> {
  const { serviceId, sameAs } = copy;
  if (sameAs === null) return undefined;
  const existing = await consoleCall(adminFileApi.find, { params: { serviceId, fileId: sameAs.fileId } });
  await consoleCall(adminFileApi.delete, paramsOf(copy));
  return existing;
}

/** Asks for confirmation and offers undo. Returns undefined when nothing was attempted. */
export async function removeUnused(
  files: readonly AdminFile[],
  t: TFunction<'console'>,
  onRestored: () => Promise<void>,
): Promise<readonly AdminFile[] | undefined> {
  const unused = files.filter(({ isUsed }) => !isUsed);
  const used = files.length - unused.length;
  if (unused.length === 0) {
    notifyProblem('files.remove.allUsed');
    return undefined;
  }
  if (!(await confirm(questionOf(unused, used, t)))) return undefined;
  const { done, failure } = await eachOf(unused, (file) => removeFile(file));
  if (done.length > 0) {
    notifyUndoable('files.remove.manyDone', {
      undo: () => restoreFiles(done, onRestored),
      values: { count: done.length },
    });
  }
  if (failure !== undefined) notifyFailure(failure, 'failure.delete');
  return done;
}

function questionOf(unused: readonly AdminFile[], used: number, t: TFunction<'console'>) {
  const [first] = unused;
  const isOne = unused.length === 1 && used === 0;
  const usedNote = used === 0 ? '' : ` ${t('files.remove.manyUsed', { count: used })}`;
  return {
    title: isOne ? t('files.remove.one', { name: first?.name }) : t('files.remove.many', { count: unused.length }),
    text: isOne ? t('files.remove.oneBody') : `${t('files.remove.manyBody')}${usedNote}`,
    action: t('files.remove.action'),
    isDangerous: true,
  };
}

export async function restoreFiles(files: readonly AdminFile[], onRestored: () => Promise<void>): Promise<void> {
  const { failure } = await eachOf(files, (file) => consoleCall(adminFileApi.restore, paramsOf(file)));
  if (failure === undefined) notifySuccess('files.remove.restored');
  else notifyFailure(failure);
  await onRestored();
}

async function eachOf(files: readonly AdminFile[], work: (file: AdminFile) => Promise<unknown>) {
  const done: AdminFile[] = [];
  let failure: unknown;
  for (const file of files) {
    try {
      await work(file);
      done.push(file);
    } catch (error) {
      failure = error;
    }
  }
  return { done, failure };
}
