import { randomUUID } from 'node:crypto';
import type {
  AttributeType,
  CognitoIdentityProviderClient,
  CognitoIdentityProviderClientConfig,
  UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { fieldMessages, messages } from '#contract/errors.ts';
import { badRequest, HttpError, invalid, notFound } from '../../http/errors.ts';
import { toInstant } from '../../platform/clock.ts';
import type { AccountDirectory, PoolAccount } from '../../users/index.ts';
import { mirrorServiceIds } from '../tokens.ts';

type Sdk = typeof import('@aws-sdk/client-cognito-identity-provider');

export interface HostedAccountOptions {
  readonly region: string;
  readonly userPoolId: string;
  readonly adminEndpoint: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

const MAX_LIMIT = 60;
const CONNECT_MS = 5000;
const REQUEST_MS = 15_000;
const MAX_ATTEMPTS = 3;

type Send = <Answer>(call: (client: CognitoIdentityProviderClient, sdk: Sdk) => Promise<Answer>) => Promise<Answer>;

export function createHostedAccounts(options: HostedAccountOptions): AccountDirectory {
  const UserPoolId = options.userPoolId;
  const send = createSender(options);
  const named = (Username: string) => ({ UserPoolId, Username });
  const updateAttributes: AccountDirectory['updateAttributes'] = async (username, attributes) => {
    const UserAttributes = toAttributes(attributes);
    await send((client, sdk) =>
      client.send(new sdk.AdminUpdateUserAttributesCommand({ ...named(username), UserAttributes })),
    );
  };
  const list: AccountDirectory['list'] = async ({ email, isEnabled, limit, pageToken }) => {
    // Cognito filters by one attribute only. The status is filtered here then, so pages may be shorter.
    const byStatus = isEnabled === undefined ? undefined : `status = "${isEnabled ? 'Enabled' : 'Disabled'}"`;
    const Filter = email ? `email ^= "${email.replaceAll(/["\\]/g, '\\$&')}"` : byStatus;
    const { Users = [], PaginationToken } = await send((client, sdk) =>
      client.send(
        new sdk.ListUsersCommand({
          UserPoolId,
          Limit: Math.min(limit, MAX_LIMIT),
          ...(Filter !== undefined && { Filter }),
          ...(pageToken && { PaginationToken: pageToken }),
        }),
      ),
    );
    const accounts = Users.map(toAccount);
    return {
      accounts: accounts.filter((account) => isEnabled === undefined || account.isEnabled === isEnabled),
      pageToken: PaginationToken ?? null,
    };
  };
  /** Pools that use the address as user name reject any other, so the call is repeated with the address. */
  const create: AccountDirectory['create'] = async ({ email, name, language }) => {
    const command = {
      UserPoolId,
      UserAttributes: toAttributes({ email, email_verified: 'true', name: name || email, locale: language }),
      DesiredDeliveryMediums: ['EMAIL' as const],
      ClientMetadata: { language },
    };
    const createAs = (Username: string) =>
      send((client, sdk) => client.send(new sdk.AdminCreateUserCommand({ ...command, Username })));
    const { User } = await createAs(randomUUID()).catch((error: unknown) => {
      const isNameRejected = error instanceof HttpError && /username should be an email/i.test(error.body.message);
      if (!isNameRejected) throw error;
      return createAs(email);
    });
    if (!User) throw unavailable(new Error('AdminCreateUser returned no user.'));
    return toAccount(User);
  };
  return {
    list,
    find: (username) => findUser(send, named(username)),
    findMany: (usernames) => findUsers(send, usernames.map(named)),
    create,
    countRecoveryCodes: async () => null,
    exportData: async () => ({}),
    updateAttributes,
    mirrorRights: (username, { role, serviceIds }) =>
      updateAttributes(username, {
        'custom:role': role,
        'custom:acceptServiceIds': mirrorServiceIds(serviceIds),
      }).catch(ignoreUnknownAttributes),
    setEnabled: async (username, isEnabled) => {
      await send((client, sdk) =>
        isEnabled
          ? client.send(new sdk.AdminEnableUserCommand(named(username)))
          : client.send(new sdk.AdminDisableUserCommand(named(username))),
      );
    },
    resetPassword: (username) => resetPassword(send, named(username)),
    setPassword: async (username, Password, { isPermanent }) => {
      await send((client, sdk) =>
        client.send(new sdk.AdminSetUserPasswordCommand({ ...named(username), Password, Permanent: isPermanent })),
      );
    },
    disableMfa: async (username) => {
      const off = { Enabled: false, PreferredMfa: false };
      const settings = { SoftwareTokenMfaSettings: off, SMSMfaSettings: off };
      await send((client, sdk) =>
        client.send(new sdk.AdminSetUserMFAPreferenceCommand({ ...named(username), ...settings })),
      );
    },
    signOutEverywhere: async (username) => {
      await send((client, sdk) => client.send(new sdk.AdminUserGlobalSignOutCommand(named(username))));
    },
    delete: async (username) => {
      await send((client, sdk) => client.send(new sdk.AdminDeleteUserCommand(named(username))));
    },
  };
}

function createSender({ region, adminEndpoint, credentials }: HostedAccountOptions): Send {
  const config: CognitoIdentityProviderClientConfig = {
    region,
    endpoint: adminEndpoint,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS },
    ...(credentials && { credentials }),
  };
  let opened: Promise<{ client: CognitoIdentityProviderClient; sdk: Sdk }> | undefined;
  const open = async () => {
    const sdk = await import('@aws-sdk/client-cognito-identity-provider');
    return { client: new sdk.CognitoIdentityProviderClient(config), sdk };
  };
  return async (call) => {
    opened ??= open();
    const { client, sdk } = await opened;
    try {
      return await call(client, sdk);
    } catch (error) {
      throw toHttpError(error);
    }
  };
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  switch (error instanceof Error ? error.name : '') {
    case 'UserNotFoundException':
      return notFound(messages.userMissing);
    case 'UsernameExistsException':
    case 'AliasExistsException':
      return invalid({ email: fieldMessages.emailInUse });
    case 'InvalidParameterException':
    case 'InvalidPasswordException':
    case 'UnsupportedUserStateException':
      return badRequest((error as Error).message.slice(0, 300));
    default:
      return unavailable(error);
  }
}

async function findUser(send: Send, named: { UserPoolId: string; Username: string }): Promise<PoolAccount | undefined> {
  try {
    const user = await send((client, sdk) => client.send(new sdk.AdminGetUserCommand(named)));
    const { UserAttributes: Attributes, UserMFASettingList: settings = [], ...rest } = user;
    return { ...toAccount({ ...rest, Attributes }), isMfaEnabled: settings.length > 0 };
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined;
    throw error;
  }
}

const MAX_AT_ONCE = 8;

async function findUsers(
  send: Send,
  names: readonly { UserPoolId: string; Username: string }[],
): Promise<PoolAccount[]> {
  const found: PoolAccount[] = [];
  for (let start = 0; start < names.length; start += MAX_AT_ONCE) {
    const users = await Promise.all(names.slice(start, start + MAX_AT_ONCE).map((name) => findUser(send, name)));
    found.push(...users.filter((user) => user !== undefined));
  }
  return found;
}

/** Ignores pools without our custom attributes. Our own tables decide on rights. */
function ignoreUnknownAttributes(error: unknown): void {
  const isUnknown = error instanceof HttpError && error.status === 400;
  if (!isUnknown) throw error;
}

async function resetPassword(send: Send, named: { UserPoolId: string; Username: string }): Promise<undefined> {
  const { UserStatus } = await send((client, sdk) => client.send(new sdk.AdminGetUserCommand(named)));
  await send((client, sdk) =>
    UserStatus === 'FORCE_CHANGE_PASSWORD'
      ? client.send(new sdk.AdminCreateUserCommand({ ...named, MessageAction: 'RESEND' }))
      : client.send(new sdk.AdminResetUserPasswordCommand(named)),
  );
}

function toAttributes(attributes: Readonly<Record<string, string>>): AttributeType[] {
  return Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
}

function toAccount(user: UserType): PoolAccount {
  const attributes = new Map((user.Attributes ?? []).map(({ Name, Value = '' }) => [Name, Value]));
  const email = attributes.get('email') ?? '';
  const isEmailVerified = attributes.get('email_verified') === 'true';
  return {
    username: user.Username ?? '',
    email,
    isEmailVerified,
    verifiedEmail: isEmailVerified ? email : null,
    name: attributes.get('name') || email,
    isEnabled: user.Enabled ?? true,
    status: user.UserStatus ?? 'UNKNOWN',
    isMfaEnabled: false,
    createdAt: toInstant(user.UserCreateDate ?? new Date(0)),
    updatedAt: user.UserLastModifiedDate ? toInstant(user.UserLastModifiedDate) : null,
  };
}

export function unavailable(cause: unknown): HttpError {
  return Object.assign(new HttpError(503, { message: messages.unavailable }), { cause });
}
