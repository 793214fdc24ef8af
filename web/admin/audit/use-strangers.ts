import { useEffect, useMemo, useState } from 'react';
import type { AuditEntry } from '#contract/audit.ts';
import { backgroundCall } from '../../session/console-call.ts';
import type { AuditNames } from './audit-names.ts';
import type { AuditState } from './audit-state.ts';
import { findTitles, strangersIn } from './find-accounts.ts';

/** Returns the names, completed in the background with those of visitors in the entries. */
export function useStrangers(names: AuditNames, state: AuditState, entries: readonly AuditEntry[]): AuditNames {
  const [titles, setTitles] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    let isCurrent = true;
    void findTitles(backgroundCall, strangersIn(entries, state, names)).then((more) => {
      if (isCurrent && Object.keys(more).length > 0) setTitles((before) => ({ ...before, ...more }));
    });
    return () => {
      isCurrent = false;
    };
  }, [names, state, entries]);
  return useMemo(() => ({ ...names, users: { ...titles, ...names.users } }), [names, titles]);
}
