import { configure } from '@testing-library/react';
import './fast-mod-pow.ts';
import * as React from 'react';

/** happy-dom has no layout. Gives every element a size inside the window, so that menus find their anchor. */
const BOX = { x: 10, y: 10, width: 100, height: 20, top: 10, left: 10, right: 110, bottom: 30 };
const WINDOW = { clientWidth: 1280, clientHeight: 800, offsetWidth: 100, offsetHeight: 20 };

class NoResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

if (typeof window !== 'undefined') {
  window.ResizeObserver ??= NoResizeObserver;
  window.matchMedia = (media: string) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('reduced-motion'),
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    });
  Element.prototype.scrollIntoView ??= () => {};
  window.scrollTo = () => {};
  // Autosizing textareas wait for fonts.
  if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
  const box = () => ({ ...BOX, toJSON: () => BOX });
  Element.prototype.getBoundingClientRect = box;
  Range.prototype.getBoundingClientRect = box;
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
  // Mantine's style sheets only define variables, which every computed style would copy; other sheets are not loaded.
  Object.defineProperty(HTMLStyleElement.prototype, 'sheet', { configurable: true, get: () => null });
  for (const [name, value] of Object.entries(WINDOW)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
  }
}

// React records a stack for each created element, up to a limit per second, for debuggers. That takes a fifth of the
// time.
const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Infinity,
  set: () => {},
});

configure({
  asyncUtilTimeout: 20_000,
  // Shortens error messages, which contain the whole document by default.
  getElementError: (message, container) => {
    const shown = (container.querySelector('[role=dialog]') ?? container.querySelector('main') ?? container)
      .textContent;
    return new Error(`${message?.split('\n\nIgnored nodes')[0]?.slice(0, 1500)}\n\nShown: ${shown?.slice(0, 1500)}`);
  },
});
