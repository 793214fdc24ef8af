import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CategoryOption } from '../../../categories/category-options.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import type { BulkAction } from './bulk-summary.ts';
import { tellChanged } from './take-back.tsx';
import type { PostSelection } from './use-post-selection.ts';

export interface BulkChangesProps {
  readonly serviceId: string;
  readonly selection: PostSelection;
  readonly categories: readonly CategoryOption[];
}

export function BulkChanges({ serviceId, selection, categories }: BulkChangesProps) {
  const revalidator = useRevalidator();
  const [action, setAction] = useState<BulkAction>();
  const refresh = () => void revalidator.revalidate();
  return (
    <>
      <BulkBar selection={selection} onChoose={setAction} />
      <BulkDialog
        {...{ serviceId, action, categories }}
        posts={selection.posts}
        onClose={() => setAction(undefined)}
        onChanged={(done, changed) => {
          setAction(undefined);
          selection.clear();
          tellChanged(changed, { serviceId, action: done, onUndone: refresh });
          refresh();
        }}
      />
    </>
  );
}
