import type { CustomFetch } from 'openid-client';

const MAX_BYTES = 1024 * 1024;

export const boundedFetch: CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit);
  const { status, headers } = answer;
  const body = answer.body && (await readBounded(answer.body));
  return new Response(body?.length ? body : null, { status, headers });
};

async function readBounded(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    // Throwing out of the loop cancels the stream.
    if (length > MAX_BYTES) throw new Error('The provider’s answer is too long.');
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}
