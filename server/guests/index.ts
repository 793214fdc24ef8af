export { guestRoutes } from './guest.routes.ts';
export { createGuests, type Guests, type Visitor } from './guests.ts';
export { type AsksAsReader, type Reader, readerOf, toUserReaderId } from './reader.ts';
export { isMoreThan, type ReaderBounds, ReaderLimit } from './reader-limit.ts';
