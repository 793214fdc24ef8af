import type { FoundPost, TextPiece } from '#contract/post-search.ts';

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
 * Fetches posts for the search combobox. Does without the API client, whose schemas would load on every public page.
 * Failed requests give no suggestions.
 */
export async function fetchSuggestions(serviceId: string, q: string, signal: AbortSignal): Promise<Suggestion[]> {
  const ask = async (pageToken: string): Promise<Answer> => {
    const query = new URLSearchParams({ q, count: String(MAX_SUGGESTIONS), ...(pageToken && { pageToken }) });
    const response = await fetch(`/api/posts/${serviceId}/search?${query}`, { signal });
    return response.ok ? response.json() : NOTHING;
  };
  const first = await ask('');
  // The API searches a limited number of posts per request.
  const { items } = first.items.length === 0 && first.pageToken ? await ask(first.pageToken) : first;
  return items.map(({ slug, highlights }) => ({ slug, title: highlights.title }));
}
