import { expect, test } from 'vitest';
import {
  safeRedirectTarget,
  safeSiteTarget,
  signInPathFor,
  siteSignInPathBackTo,
  siteSignInPathFor,
} from './redirect-target.ts';

test.for([
  '/admin',
  '/admin/services',
  '/admin/services/news/edit',
  '/admin?page=2',
  '/admin?next=//elsewhere.example',
  '/admin/posts/news?sort=publishAt&order=asc#list',
])('accepts console target %s', (target) => {
  expect(safeRedirectTarget(target)).toBe(target);
});

test.for([
  null,
  '',
  '/',
  '/posts/news',
  '/administration',
  'admin',
  'https://elsewhere.example/admin',
  '//elsewhere.example/admin',
  '/admin//elsewhere.example',
  '/admin\\@elsewhere.example',
  '/\\elsewhere.example',
  '/admin/../posts/news',
  '/admin/%2e%2e/posts/news',
  '/admin\n/services',
  'javascript:alert(1)',
])('replaces %j with the console dashboard', (target) => {
  expect(safeRedirectTarget(target)).toBe('/admin');
});

test('sign-in and sign-out pages are rejected as console targets', () => {
  expect(safeRedirectTarget('/admin/signin?redirect=/admin/services')).toBe('/admin');
  expect(safeRedirectTarget('/admin/signout')).toBe('/admin');
});

test('console sign-in link contains the requested page except the dashboard', () => {
  expect(signInPathFor('/admin/services?x=1&y=2')).toBe('/admin/signin?redirect=%2Fadmin%2Fservices%3Fx%3D1%26y%3D2');
  expect(signInPathFor('/admin')).toBe('/admin/signin');
});

test.for(['/admin/signout/', '/admin/sign%6fut', '/admin/%73ignin', '/admin/SIGNIN', '/admin/signin//'])(
  'rejects %s as a console target',
  (redirect) => {
    expect(safeRedirectTarget(redirect)).toBe('/admin');
  },
);

test.for(['/', '/settings', '/settings#email', '/posts/news/first?x=1', '/admin', '/admin/services?page=2', '/about'])(
  'accepts site target %s',
  (target) => {
    expect(safeSiteTarget(target)).toBe(target);
  },
);

test.for([
  null,
  '',
  'about',
  'https://elsewhere.example/',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/posts//elsewhere.example',
  '/posts\\elsewhere',
  '/\t/elsewhere.example',
  '/ok\n',
  'javascript:alert(1)',
  '/signin',
  '/signin/',
  '/signin?redirect=/about',
  '/SignIn',
  '/sign%69n',
  '/signin/forgot',
  '/signup',
  '/signout',
  '/admin/signin',
  '/admin/signout',
  '/x/../signout',
  '/identity/oauth2/authorize?client_id=x',
  '/api/account/export',
])('replaces %j with the user page', (target) => {
  expect(safeSiteTarget(target)).toBe('/user');
});

test('site sign-in link contains the requested page except /user', () => {
  expect(siteSignInPathFor('/settings?x=1#email')).toBe('/signin?redirect=%2Fsettings%3Fx%3D1%23email');
  expect(siteSignInPathFor('/user')).toBe('/signin');
  expect(siteSignInPathFor('/about', '/signup')).toBe('/signup?redirect=%2Fabout');
});

test('account pages are always named in the sign-in link', () => {
  expect(siteSignInPathBackTo('/user')).toBe('/signin?redirect=%2Fuser');
  expect(siteSignInPathBackTo('/settings?x=1')).toBe('/signin?redirect=%2Fsettings%3Fx%3D1');
});
