export { cardRoutes } from './card.routes.ts';
export { type CardMaker, createCardMaker } from './card-maker.ts';
export { startCardCleaning } from './kept-cards.ts';
