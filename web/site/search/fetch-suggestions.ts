import type { FoundPost, TextPiece } from '#contract/post-search.ts';

/** A post that what was typed may mean. */
export interface Suggestion {
  readonly slug: string;
  readonly title: readonly TextPiece[];
}

const MAX_SUGGESTIONS = 6;

interface Answer {
  readonly items: readonly FoundPost[];
  readonly pageToken?: string | null;
}

const NOTHING: Answer = { items: [] };

/**
 * Asks for posts while somebody types.
 * Without the API's client, which would bring its schemas into every page to read; of the answer only what is shown is
 * taken, and what is not as it should be is no suggestion.
 */
export async function fetchSuggestions(serviceId: string, q: string, signal: AbortSignal): Promise<Suggestion[]> {
  const ask = async (pageToken: string): Promise<Answer> => {
    const query = new URLSearchParams({ q, count: String(MAX_SUGGESTIONS), ...(pageToken && { pageToken }) });
    const response = await fetch(`/api/posts/${serviceId}/search?${query}`, { signal });
    return response.ok ? response.json() : NOTHING;
  };
  const first = await ask('');
  // Among very many posts it may not have been looked far enough.
  const { items } = first.items.length === 0 && first.pageToken ? await ask(first.pageToken) : first;
  return items.map(({ slug, highlights }) => ({ slug, title: highlights.title }));
}
