import type { Page } from '@playwright/test';
import { ADMIN, expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { give, photo } from './post-files-page.ts';
import { bodyOf, callAs, DETAIL, field, givenPost, modeOf, moveCaret } from './posts-page.ts';

const text = (page: Page) => page.locator('.ProseMirror');

async function paste(page: Page, data: Readonly<Record<string, string>>): Promise<void> {
  await text(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

test('rich text from shortcuts, menus and tools reopens unchanged', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Slug').fill('in-rich-text');
  await field(page, 'Title').fill('In rich text');
  await expect(modeOf(page)).toHaveValue('Rich text');
  await bodyOf(page).click();
  await page.keyboard.type('## Print\nSome **bold** and `code`.\n- one\ntwo\n\n');

  const menu = page.getByRole('listbox', { name: 'Insert' });
  await page.keyboard.type('/');
  await expect(menu.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  const ime = await page.context().newCDPSession(page);
  await ime.send('Input.imeSetComposition', { text: 'quo', selectionStart: 3, selectionEnd: 3 });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await ime.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
  await expect(text(page).locator('blockquote')).toHaveCount(0);
  await ime.send('Input.insertText', { text: 'quo' });
  await expect(menu.getByRole('option')).toHaveText(['Quote']);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Said\n\n/table');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Head');
  const tools = page.getByRole('toolbar', { name: 'Table' });
  await tools.getByRole('button', { name: 'Delete column' }).click();
  await tools.getByRole('button', { name: 'Delete row' }).click();
  await moveCaret(page, 'ControlOrMeta+End');
  await page.keyboard.type('See ');

  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('java\tscript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Enter a valid URL');
  await dialog.getByLabel('URL').fill('example.com');
  await page.keyboard.press('Enter');
  await expect(text(page).locator('a')).toHaveAttribute('href', 'https://example.com');

  // The toolbar is one tab stop; arrow keys move between its tools.
  const bold = page.getByRole('button', { name: 'Bold' });
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Redo' })).toBeFocused();
  await expect(bold).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  const postId = page.url().split('/').at(-1);
  const { body } = (await callAs(page, 'GET', `/admin/posts/news/${postId}`)) as { body: string };
  expect(body).toContain(
    '<h2>Print</h2>\n<p>Some <strong>bold</strong> and <code>code</code>.</p>\n<ul><li>one</li><li>two</li></ul>',
  );
  expect(body).toContain('<blockquote><p>Said</p></blockquote>\n<table>');
  expect(body).toContain('<a href="https://example.com">example.com</a>');
  await expect(page.locator('.post-body blockquote')).toHaveText('Said');
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(text(page).locator('h2')).toHaveText('Print');
  await text(page).click();
  await moveCaret(page, 'ControlOrMeta+End');
  await page.keyboard.type('x');
  await page.keyboard.press('Backspace');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  expect(await callAs(page, 'GET', `/admin/posts/news/${postId}`)).toMatchObject({ body });
});

test('pasted content becomes rich text without its scripts', async ({ page, signIn }) => {
  await signIn(page);
  const rich = { slug: 'pasted', title: 'Pasted', bodyFormat: 'html', editorMode: 'richText', body: '<p>One</p>' };
  const { postId } = await givenPost(page, rich);
  await goInConsole(page, `/admin/posts/news/${postId}/edit`);
  await text(page).click();
  await moveCaret(page, 'ControlOrMeta+End');
  await page.keyboard.press('Enter');
  const word = (level: number, mark: string, words: string) =>
    `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1"><!--[if !supportLists]--><span>${mark}<span>&nbsp;</span></span><!--[endif]-->${words}</p>`;
  await paste(page, {
    'text/html':
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Docs</span></p></b>' +
      '<p onclick="window.ran=1">Two <a href="javascript:window.ran=1">bad</a> <a href="https://example.com" onfocus="window.ran=1">good</a>' +
      '<img src="x" onerror="window.ran=1"><svg onload="window.ran=1"></svg><script>window.ran=1</script></p>' +
      '<iframe src="https://www.youtube.com/embed/a"></iframe>' +
      `${word(1, '·', 'first')}${word(2, 'o', 'second')}`,
    'text/plain': 'x',
  });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await paste(page, { 'text/plain': '## From Markdown\n\n1. a\n2. **b**\n\n<script>window.ran=1</script>' });
  await expect(text(page).locator('h2')).toHaveText('From Markdown');
  await moveCaret(page, 'ControlOrMeta+End');
  await give(text(page), 'paste', [await photo('photo.jpg')]);
  await expect(text(page).locator('img:not(.ProseMirror-separator)')).toHaveAttribute('src', /1200x1200\.jpg$/);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  const { body } = (await callAs(page, 'GET', `/admin/posts/news/${postId}`)) as { body: string };
  expect(body).toContain('<strong>Docs</strong>');
  expect(body).toContain('<a href="https://www.youtube.com/embed/a">');
  expect(body).toContain('<ul><li>first<ul><li>second</li></ul></li></ul>');
  expect(body).toMatch(/<ol>\s*<li>a<\/li>\s*<li><strong>b<\/strong><\/li>\s*<\/ol>/);
  expect(body).toMatch(/<p><img src="\S+1200x1200\.jpg" alt=""><\/p>/);
  expect(body).not.toMatch(/script|onclick|onerror|onfocus|onload|svg/i);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('cutting, pasting and late conversions lose no text', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page);
  const bodyOfPost = async (postId: string) =>
    ((await callAs(page, 'GET', `/admin/posts/news/${postId}`)) as { body: string }).body;
  const save = async () => {
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page).toHaveURL(DETAIL);
  };

  // Cut and paste within the editor is lossless; forged editor clipboard data is not trusted.
  const body = [
    '<h2 id="keep-me">Head</h2>',
    '<p style="text-align: center;">Middle</p>',
    '<ol reversed="" start="3"><li value="7">seven</li></ol>',
    '<blockquote cite="https://example.com/"><p>said</p></blockquote>',
    '<div title="box"><p>Boxed</p></div>',
    '<p>an <span id="anchor">anchor</span></p>',
  ].join('\n');
  const rich = { bodyFormat: 'html', editorMode: 'richText' };
  const { postId } = await givenPost(page, { slug: 'cut', title: 'Cut', ...rich, body });
  await goInConsole(page, `/admin/posts/news/${postId}/edit`);
  await expect(page.getByText('can’t be edited as rich text')).toHaveCount(0);
  await text(page).getByText('Middle').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+x');
  await expect(text(page).locator('h2')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+v');
  await expect(text(page).locator('h2')).toHaveText('Head');
  await moveCaret(page, 'ControlOrMeta+End');
  await paste(page, {
    'text/html': `<p data-pm-slice='0 0 ["htmlBlock",{"html":"&lt;video src=a&gt;"}]'>strange</p>`,
    'text/plain': 'strange',
  });
  await expect(text(page)).toContainText('strange');
  await save();
  const stored = await bodyOfPost(postId);
  for (const line of body.split('\n').slice(0, 5)) expect(stored).toContain(line);
  expect(stored).toContain('an <span id="anchor">anchor</span>');
  expect(stored).not.toContain('video');

  // Pasted Markdown is saved as text while its conversion is pending.
  const slow = await givenPost(page, { slug: 'slow', title: 'Slow', ...rich, body: '<p>start</p>' });
  await goInConsole(page, `/admin/posts/news/${slow.postId}/edit`);
  let goOn = () => {};
  const late = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/\/conversion$/, async (route) => {
    await late;
    await route.continue().catch(() => {});
  });
  await text(page).click();
  await moveCaret(page, 'ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await paste(page, { 'text/plain': '## Pasted\n\n- a\n- b' });
  await page.keyboard.type(' and on');
  await save();
  goOn();
  expect(await bodyOfPost(slow.postId)).toBe('<p>start</p>\n<p>## Pasted</p>\n<p>- a<br>- b and on</p>');

  // Converted Markdown replaces the pasted text; text typed meanwhile follows it.
  const again = await givenPost(page, { slug: 'again', title: 'Again', ...rich, body: '<p>start</p>' });
  await goInConsole(page, `/admin/posts/news/${again.postId}/edit`);
  const soon = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.unrouteAll();
  await page.route(/\/conversion$/, async (route) => {
    await soon;
    await route.continue();
  });
  await text(page).click();
  await moveCaret(page, 'ControlOrMeta+Home', 'ArrowRight');
  await paste(page, { 'text/plain': '## Pasted\n\n- a\n- b' });
  await page.keyboard.type(' and on');
  goOn();
  await expect(text(page).locator('h2')).toHaveText('Pasted');
  await save();
  expect((await bodyOfPost(again.postId)).replaceAll('\n', '')).toBe(
    '<p>s</p><h2>Pasted</h2><ul><li>a</li><li>b</li></ul><p> and on</p><p>tart</p>',
  );
});

test('rich text names unsupported HTML, and undo restores the original', { tag: '@extended' }, async ({
  page,
  signIn,
  expectNothingFromAxe,
}) => {
  await signIn(page);
  const rich = { bodyFormat: 'html', editorMode: 'richText' };
  const body = '<!-- not before Friday -->\n<p   >one</p>\n<ul><li lang="ja">二</li></ul>';
  const { postId } = await givenPost(page, { slug: 'notes', title: 'Notes', ...rich, body });
  await goInConsole(page, `/admin/posts/news/${postId}/edit`);
  const notice = page.getByRole('region', { name: 'Some content can’t be edited as rich text' });
  await expect(notice).toContainText('comments');
  await notice.getByRole('button', { name: 'Edit as rich text' }).click();
  await text(page).getByText('one').click();
  await page.keyboard.type('x');
  const saveDraft = page.getByRole('button', { name: 'Save draft' });
  await page.keyboard.press('ControlOrMeta+z');
  await expect(text(page).locator('p').first()).toHaveText('one');
  await saveDraft.click();
  await expect(page).toHaveURL(DETAIL);
  expect(await callAs(page, 'GET', `/admin/posts/news/${postId}`)).toMatchObject({ body });

  const { postId: docs } = await givenPost(page, { slug: 'docs', title: 'Docs', ...rich, body: '' });
  await goInConsole(page, `/admin/posts/news/${docs}/edit`);
  await text(page).click();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog').getByLabel('URL')).toBeVisible();
  await expectNothingFromAxe(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(text(page)).toBeFocused();
  await page.keyboard.type('- one\n[x] done\nopen');
  await expect(text(page).locator('li.task-list-item')).toHaveText(['done', 'open']);
  await page.keyboard.type('\n\n/みだし');
  const menu = page.getByRole('listbox', { name: 'Insert' });
  await expect(menu.getByRole('option')).toHaveText(['Heading 2', 'Heading 3', 'Heading 4']);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Table\n');
  await paste(page, {
    'text/html':
      '<b style="font-weight:normal" id="docs-internal-guid-2"><p dir="ltr">over</p><br><div dir="ltr" align="left"><table><colgroup><col width="100"></colgroup>' +
      '<tbody><tr><td><p dir="ltr">a</p></td><td><p dir="ltr">b</p></td></tr></tbody></table></div><br></b>',
    'text/plain': 'x',
  });
  await expect(text(page).locator('td')).toHaveText(['a', 'b']);
  await saveDraft.click();
  await expect(page).toHaveURL(DETAIL);
  const saved = (await callAs(page, 'GET', `/admin/posts/news/${docs}`)) as { body: string };
  expect(saved.body.replaceAll('\n', '')).toBe(
    '<ul><li>one</li></ul><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked="" disabled=""> done</li>' +
      '<li class="task-list-item"><input type="checkbox" disabled=""> open</li></ul><h2>Table</h2><p>over</p>' +
      '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
  );
});
