import { randomInt } from 'node:crypto';
import { CognitoError } from './cognito-error.ts';
import type { PoolUser } from './pool-user.repository.ts';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** 138 bits of entropy, such as `k7mw-p3xh-9tfr-w2zd-hm4c-v8ya-25ju`. */
export function randomPassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: 7 }, group).join('-');
}

/** Words from lists of leaked passwords. They are also rejected with digits or symbols around them. */
const commonPasswords: ReadonlySet<string> = new Set(
  `
  000000 111111 112233 121212 123123 1234567890 123321 123456 1234567 12345678 123456789 123654 131313 147258 159357
  159753 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 222222 232323 321321 333333 444444 456789 555555 654321 666666 696969
  741852 777777 789456 852456 888888 963852 987654 987654321 999999 1234qwer 123qwe 12qwaszx 1234abcd
  aaaaaa abc123 abcabc abcd1234 abcdef abcdefg access account admin admin123 administrator adobe adobe123 alexander
  amanda america andrea andrew angel angela anthony apple arsenal asdasd asdf asdf1234 asdfgh asdfghj asdfghjkl ashley
  austin azerty baby babygirl badboy bailey banana barcelona baseball basketball batman beautiful benjamin bigdog
  biteme blahblah blink182 bond007 boomer brandon brandy bubbles buster butterfly camaro cameron carlos caroline
  changeme change charlie charlotte cheese chelsea chicago chicken chocolate christian computer cookie corvette cowboy
  cowboys crystal dakota dallas daniel default diamond dolphin dragon eagles edward elizabeth eminem everton falcon
  family ferrari fishing flower fluffy football forever forest freedom friends fuckyou fucker gabriel gateway george
  ginger golden golfer google guest guitar hammer hannah happy harley heather hello helloworld hockey horses house
  hunter hunter2 iceman iloveyou internet jackson jasmine jasper jennifer jessica jessie johnny jordan joseph joshua
  junior justin kawaraban killer king kitten knight kristina ladies lakers lastname lauren legend letmein letmein1
  liverpool login london love lovely lover loveme lovers madison maggie manager manchester marina marlboro martin
  master matrix matthew maverick mercedes merlin michael michelle midnight mickey mobile money monkey monster morgan
  mother mustang mynoob myspace naruto natalie nathan newyork nicholas nicole nintendo nothing oliver orange p@ssw0rd
  p@ssword pa55w0rd pa55word panther pass passme passw0rd passwd password passwort patrick peanut pepper phoenix
  player please pokemon police porsche power prince princess private purple pussy qazwsx qazwsxedc q1w2e3 q1w2e3r4
  qwe123 qweasd qweasdzxc qweqwe qwer1234 qwert qwerty qwertyu qwertyui qwertyuiop rabbit rachel rainbow ranger
  raiders rebecca red123 redsox richard robert rocket root rosebud runner sakura samantha samsung sandra scooter
  scorpion secret senha server shadow shannon sierra silver simple skywalker slayer smokey snoopy soccer sophie
  spartan spider spiderman spring starwars steelers steven stella student summer sunday sunshine super superman
  superuser support swordfish system taylor temp temporary tennis test test123 tester testing testtest theman thomas
  thunder thx1138 tiger tigger toor toyota travis trustno1 tucker turtle twitter user vanessa victor victoria viking
  vincent voyager walter warrior webmaster welcome whatever whatsup william willow wilson winner winston winter wizard
  wordpress xxxxxx yamaha yankees yellow zaq12wsx zxcvbn zxcvbnm
  `
    .trim()
    .split(/\s+/),
);

const MIN_LENGTH = 6;
const MAX_LENGTH = 256;

export function requireGoodPassword(
  password: string,
  { username, email }: Pick<PoolUser, 'username' | 'email'>,
  isOldOne: boolean,
): void {
  const policy = 'Password did not conform with policy: ';
  if (password.length < MIN_LENGTH) throw invalidPassword(`${policy}Password not long enough`);
  if (password.length > MAX_LENGTH) throw invalidPassword(`${policy}Password too long`);
  const key = password.toLowerCase();
  const names = [username, email, email.split('@', 1)[0]].map((name) => name?.toLowerCase());
  if (names.includes(key)) throw invalidPassword(`${policy}Password must not be the account name`);
  if (isGuessable(key)) throw invalidPassword(`${policy}Password is too easy to guess`);
  if (isOldOne) throw invalidPassword(`${policy}Password must differ from the current one`);
}

function invalidPassword(message: string): CognitoError {
  return new CognitoError('InvalidPasswordException', message);
}

function isGuessable(key: string): boolean {
  const core = key.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return commonPasswords.has(key) || isRepetition(key) || isSequence(key) || isWordWithDecoration(core, key);
}

function isWordWithDecoration(core: string, key: string): boolean {
  return commonPasswords.has(core) && key.length - core.length <= 6;
}

function isRepetition(key: string): boolean {
  return /^(.{1,3})\1+$/su.test(key);
}

function isSequence(key: string): boolean {
  const codes = Array.from(key, (letter) => letter.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}
