import { Ban, CircleCheck, CircleHelp, KeyRound, type LucideIcon, Mail, MailQuestion, Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Role, User, UserDetail } from '#contract/admin-users.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

const STATES = {
  CONFIRMED: 'active',
  UNCONFIRMED: 'unconfirmed',
  FORCE_CHANGE_PASSWORD: 'invited',
  RESET_REQUIRED: 'resetting',
  EXTERNAL_PROVIDER: 'external',
} as const;

type UserState = 'disabled' | 'other' | (typeof STATES)[keyof typeof STATES];

export function userStateOf({ enabled, status }: Pick<User, 'enabled' | 'status'>): UserState {
  if (!enabled) return 'disabled';
  return Object.hasOwn(STATES, status) ? STATES[status as keyof typeof STATES] : 'other';
}

/** Prefers a verified email, because an unverified address could impersonate somebody. */
export function userTitle({
  email,
  emailVerified,
  username,
}: Pick<User, 'email' | 'emailVerified' | 'username'>): string {
  return email !== '' && emailVerified ? email : username;
}

/** Returns undefined when no name was chosen; pools then report the email as name. */
export function chosenName({ name, email, username }: Pick<User, 'name' | 'email' | 'username'>): string | undefined {
  return name === '' || name === email || name === username ? undefined : name;
}

export function matchingUsers<Each extends Pick<User, 'username' | 'email' | 'name'>>(
  users: readonly Each[],
  words: string,
): readonly Each[] {
  const searchWords = words.trim().toLowerCase().split(/\s+/);
  return users.filter(({ username, email, name }) => {
    const text = `${username} ${email} ${name}`.toLowerCase();
    return searchWords.every((word) => text.includes(word));
  });
}

export type UserAction = 'enable' | 'disable' | 'reset' | 'invite' | 'mfaOff' | 'signOut' | 'remove';

/** Accounts of third-party providers and unverified ones have no password to reset. */
const PASSWORD_ACTIONS: ReadonlyMap<string, UserAction> = new Map([
  ['CONFIRMED', 'reset'],
  ['RESET_REQUIRED', 'reset'],
  ['FORCE_CHANGE_PASSWORD', 'invite'],
]);

export function actionsFor({
  enabled,
  status,
  mfaEnabled,
}: Pick<UserDetail, 'enabled' | 'status' | 'mfaEnabled'>): readonly UserAction[] {
  if (!enabled) return ['enable', 'remove'];
  const passwordAction = PASSWORD_ACTIONS.get(status);
  const forPassword = passwordAction === undefined ? [] : [passwordAction];
  return [...forPassword, ...(mfaEnabled ? (['mfaOff'] as const) : []), 'signOut', 'disable', 'remove'];
}

const RANKS: Readonly<Record<Role, number>> = { normal: 0, viewer: 1, editor: 2, admin: 3 };

export function isDemotion(before: Role, after: Role): boolean {
  return RANKS[after] < RANKS[before];
}

export function needsConfirmation(before: Role, after: Role): boolean {
  return after === 'admin' || isDemotion(before, after);
}

const badges: Readonly<Record<UserState, { icon: LucideIcon; tone: Tone }>> = {
  active: { icon: CircleCheck, tone: 'good' },
  invited: { icon: Mail, tone: 'waiting' },
  unconfirmed: { icon: MailQuestion, tone: 'quiet' },
  resetting: { icon: KeyRound, tone: 'waiting' },
  external: { icon: Unplug, tone: 'good' },
  disabled: { icon: Ban, tone: 'bad' },
  other: { icon: CircleHelp, tone: 'quiet' },
};

export function UserStatus({ user }: { user: Pick<User, 'enabled' | 'status'> }) {
  const { t } = useTranslation('console');
  const state = userStateOf(user);
  return <Badge {...badges[state]} text={state === 'other' ? user.status : t(`users.state.${state}`)} />;
}
