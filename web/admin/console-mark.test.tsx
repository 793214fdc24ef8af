import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ConsoleMark } from './console-mark.tsx';
import { ConsoleContext, PRODUCT } from './ui/console-context.ts';

test('shows the configured logo', () => {
  const mark = renderToStaticMarkup(
    <ConsoleContext value={{ ...PRODUCT, logoUrl: '/console.svg' }}>
      <ConsoleMark />
    </ConsoleContext>,
  );
  expect(mark).toMatch(/<img [^>]*src="\/console.svg" alt="Kawaraban"/);
});
