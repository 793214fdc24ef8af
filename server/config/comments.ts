import { z } from 'zod';

const times = (usual: number) => z.int().min(1).max(100_000).default(usual);

/** How much one reader, and all readers behind one address, may write within `windowMinutes`. */
const Limits = z.strictObject({
  windowMinutes: z.int().min(1).max(1440).default(10),
  /** So many comments are taken as they are; more are held until somebody has looked at them. */
  heldAfter: z.strictObject({ reader: times(5), address: times(20) }).prefault({}),
  /** So many comments are taken at all. */
  refusedAfter: z.strictObject({ reader: times(20), address: times(60) }).prefault({}),
  /**
   * So many votes are cast or taken back; of readers whom nobody knew ten minutes ago, so many from one address vote on
   * one content.
   */
  votes: z.strictObject({ reader: times(60), address: times(300), newReaders: times(20) }).prefault({}),
});

/** What readers may do with comments and votes, and for how long what they leave behind is kept. */
export const CommentChoices = z.strictObject({
  /** How long whoever has commented may edit or delete it. */
  editMinutes: z.int().min(0).max(1440).default(10),
  /** How long a comment that an editor has deleted can be brought back. */
  binDays: z.int().min(1).max(3650).default(30),
  /** How long it is known from which address and with which browser somebody has commented or voted. */
  addressDays: z.int().min(1).max(90).default(90),
  /** What is sent sooner after its form was opened was typed by nobody. */
  minSeconds: z.int().min(0).max(60).default(3),
  limits: Limits.prefault({}),
});
export type CommentChoices = z.output<typeof CommentChoices>;
