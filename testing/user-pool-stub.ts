import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface StubUser {
  readonly Username: string;
  Attributes: Record<string, string>;
  Enabled: boolean;
  UserStatus: string;
  readonly UserCreateDate: number;
}

export interface UserPoolStub {
  readonly url: string;
  readonly users: Map<string, StubUser>;
  readonly calls: { readonly operation: string; readonly input: Record<string, unknown> }[];
  failWith: string | undefined;
  takesOnlyEmails: boolean;
  add(user: { username: string; email: string; status?: string }): void;
  stop(): void;
}

export async function startUserPoolStub(): Promise<UserPoolStub> {
  const users = new Map<string, StubUser>();
  const server = createServer(async (request, response) => {
    const { status, body } = await reply(stub, request);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stub: UserPoolStub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    users,
    calls: [],
    failWith: undefined,
    takesOnlyEmails: false,
    add: ({ username, email, status = 'CONFIRMED' }) => {
      const Attributes = { sub: username, email, email_verified: 'true', name: email };
      users.set(username, { Username: username, Attributes, Enabled: true, UserStatus: status, UserCreateDate: 1e9 });
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return stub;
}

type Input = Record<string, unknown> & { Username?: string };

class StubError extends Error {}

async function reply(stub: UserPoolStub, request: IncomingMessage): Promise<{ status: number; body: object }> {
  const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
  const input: Input = JSON.parse(await text(request));
  stub.calls.push({ operation, input });
  try {
    if (stub.failWith !== undefined) throw new StubError(stub.failWith);
    const run = operations[operation];
    if (!run) throw new StubError('UnknownOperationException');
    return { status: 200, body: run(stub, input) };
  } catch (error) {
    if (!(error instanceof StubError)) throw error;
    const [type = '', message = type] = error.message.split(': ');
    return { status: 400, body: { __type: type, message } };
  }
}

const operations: Record<string, (stub: UserPoolStub, input: Input) => object> = {
  ListUsers: (stub, { Filter = '', Limit = 60, PaginationToken = '0' }) => {
    const [, attribute, value = ''] = /^(\w+) \^?= "(.*)"$/.exec(String(Filter)) ?? [];
    const found = [...stub.users.values()].filter((user) => {
      if (attribute === 'email') return user.Attributes.email?.startsWith(value.replaceAll('\\', ''));
      if (attribute === 'status') return user.Enabled === (value === 'Enabled');
      return true;
    });
    const start = Number(PaginationToken);
    const end = start + Number(Limit);
    return {
      Users: found.slice(start, end).map(({ Attributes, ...user }) => ({ ...user, Attributes: toList(Attributes) })),
      ...(end < found.length && { PaginationToken: String(end) }),
    };
  },
  AdminGetUser: (stub, input) => {
    const { Attributes, ...user } = named(stub, input);
    return { ...user, UserAttributes: toList(Attributes), UserMFASettingList: [] };
  },
  AdminCreateUser: (stub, { Username = '', UserAttributes = [], MessageAction }) => {
    if (MessageAction === 'RESEND') return { User: named(stub, { Username }) };
    if (stub.takesOnlyEmails && !Username.includes('@')) {
      throw new StubError('InvalidParameterException: Username should be an email.');
    }
    const given = toRecord(UserAttributes);
    const isTaken = [...stub.users.values()].some(({ Attributes }) => Attributes.email === given.email);
    if (isTaken) throw new StubError('UsernameExistsException: An account with the email already exists.');
    const username = Username.includes('@') ? `made-${stub.users.size}` : Username;
    stub.add({ username, email: given.email ?? '', status: 'FORCE_CHANGE_PASSWORD' });
    Object.assign(named(stub, { Username: username }).Attributes, given);
    const { Attributes, ...user } = named(stub, { Username: username });
    return { User: { ...user, Attributes: toList(Attributes) } };
  },
  AdminUpdateUserAttributes: (stub, input) => {
    Object.assign(named(stub, input).Attributes, toRecord(input.UserAttributes));
    return {};
  },
  AdminEnableUser: (stub, input) => change(stub, input, { Enabled: true }),
  AdminDisableUser: (stub, input) => change(stub, input, { Enabled: false }),
  AdminResetUserPassword: (stub, input) => change(stub, input, { UserStatus: 'RESET_REQUIRED' }),
  AdminSetUserPassword: (stub, input) =>
    change(stub, input, { UserStatus: input.Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD' }),
  AdminSetUserMFAPreference: (stub, input) => change(stub, input, {}),
  AdminUserGlobalSignOut: (stub, input) => change(stub, input, {}),
  AdminDeleteUser: (stub, input) => {
    stub.users.delete(named(stub, input).Username);
    return {};
  },
};

function named({ users }: UserPoolStub, { Username = '' }: Input): StubUser {
  const user = users.get(Username);
  if (!user) throw new StubError('UserNotFoundException: User does not exist.');
  return user;
}

function change(stub: UserPoolStub, input: Input, values: Partial<StubUser>): object {
  Object.assign(named(stub, input), values);
  return {};
}

function toList(attributes: Record<string, string>): object[] {
  return Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
}

function toRecord(list: unknown): Record<string, string> {
  return Object.fromEntries((list as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]));
}
