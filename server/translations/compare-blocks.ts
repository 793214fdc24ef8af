import { diffArrays } from 'diff';
import type { BlockCounts, ComparedBlock } from '#contract/translations.ts';
import type { Block } from './blocks.ts';

export type BlockChange = Pick<ComparedBlock, 'state' | 'original' | 'former'>;

/** Compares the blocks that were reviewed with the present ones of the original, in document order. */
export function compareBlocks(reviewed: readonly Block[], original: readonly Block[]): BlockChange[] {
  const comparator = (one: Block, other: Block) => one.fingerprint === other.fingerprint;
  const changes: BlockChange[] = [];
  let removed: Block[] = [];
  for (const run of diffArrays([...reviewed], [...original], { comparator })) {
    if (run.removed) {
      removed = run.value;
      continue;
    }
    changes.push(...(run.added ? replacements(removed, run.value) : [...extras(removed), ...run.value.map(current)]));
    removed = [];
  }
  return [...changes, ...extras(removed)];
}

function current(block: Block): BlockChange {
  return { state: 'current', original: block, former: block };
}

function extras(blocks: readonly Block[]): BlockChange[] {
  return blocks.map((former) => ({ state: 'extra', original: null, former }));
}

function replacements(removed: readonly Block[], added: readonly Block[]): BlockChange[] {
  const changed = added.map((original, index): BlockChange => {
    const former = removed[index] ?? null;
    return { state: former ? 'changed' : 'missing', original, former };
  });
  return [...changed, ...extras(removed.slice(added.length))];
}

/** Puts the blocks of the translation beside those of the original at its review, which has the same structure. */
export function alignTranslation(changes: readonly BlockChange[], translation: readonly Block[]): ComparedBlock[] {
  const reviewed = changes.filter(({ former }) => former !== null);
  const beside = new Map<BlockChange | undefined, Block | undefined>();
  let at = 0;
  let next = 0;
  const kinds = [reviewed.map(({ former }) => former?.kind), translation.map(({ kind }) => kind)] as const;
  for (const { added, removed, value } of diffArrays<string | undefined>([...kinds[0]], [...kinds[1]])) {
    const isInBoth = !added && !removed;
    for (let index = 0; isInBoth && index < value.length; index += 1) {
      beside.set(reviewed[at + index], translation[next + index]);
    }
    if (!added) at += value.length;
    if (!removed) next += value.length;
  }
  return changes.map((change) => ({ ...change, translation: beside.get(change) ?? null }));
}

export function countBlocks(changes: readonly BlockChange[]): BlockCounts {
  const count = (state: ComparedBlock['state']) => changes.filter((change) => change.state === state).length;
  return { outdated: count('changed'), missing: count('missing'), extra: count('extra') };
}
