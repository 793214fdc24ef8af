import type { FastifyInstance } from 'fastify';
import { publicAccess } from '#contract/endpoint.ts';
import { HttpError } from '../../http/errors.ts';
import { dataOnlyHeaders } from '../../http/security-headers.ts';
import { holds } from '../../http/send-document.ts';
import type { CardRenderer } from './card-renderer.ts';
import { type CardFinderTools, type FoundCard, findCard } from './find-card.ts';
import { type CardStorageTools, findStoredCard, nameOfCard, storeCard } from './stored-cards.ts';

export type CardTools = CardFinderTools & CardStorageTools & { readonly cards: CardRenderer };

/** Cache lifetime in seconds of the current version, which changes with the post. */
const LONG_MAX_AGE = 86_400;
const SHORT_MAX_AGE = 300;
const RETRY_AFTER = 5;

export async function cardRoutes(scope: FastifyInstance, tools: CardTools): Promise<void> {
  const drawing = new Map<string, Promise<Buffer>>();
  dataOnlyHeaders(scope);
  scope.route<{ Params: { '*': string }; Querystring: { v?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { access: publicAccess },
    schema: { hide: true },
    handler: async ({ params, query, headers }, reply) => {
      reply.header('access-control-allow-origin', '*');
      const found = await findCard(tools, params['*']);
      const name = nameOfCard(found.card);
      const etag = `"${name}"`;
      const png = holds(headers['if-none-match'], etag) ? undefined : await pictureOf(found, name, reply);
      const maxAge = found.version !== undefined && query.v === found.version ? LONG_MAX_AGE : SHORT_MAX_AGE;
      reply.header('cache-control', `public, max-age=${maxAge}`).header('etag', etag);
      return png ? reply.type('image/png').send(png) : reply.code(304).send();
    },
  });

  async function pictureOf(
    found: FoundCard,
    name: string,
    reply: { header(name: string, value: number): unknown },
  ): Promise<Buffer> {
    try {
      return await shareDrawing(`${found.serviceId}/${found.of}/${name}`, () => findOrDraw(found, name));
    } catch (error) {
      if (error instanceof HttpError && error.status === 503) reply.header('retry-after', RETRY_AFTER);
      throw error;
    }
  }

  function shareDrawing(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const running = drawing.get(key);
    if (running) return running;
    const drawn = make().finally(() => drawing.delete(key));
    drawing.set(key, drawn);
    return drawn;
  }

  async function findOrDraw({ card, serviceId, of }: FoundCard, name: string): Promise<Buffer> {
    const cardKey = { serviceId, of, name };
    const storedCard = await findStoredCard(tools, cardKey);
    if (storedCard) return storedCard;
    const png = await tools.cards.draw(card);
    await storeCard(tools, cardKey, png);
    return png;
  }
}
