interface Saying {
  readonly label: string;
  readonly language: string;
}

export function tinyOptions(target: HTMLElement, { label, language }: Saying): Readonly<Record<string, unknown>> {
  const isDark =
    matchMedia('(prefers-color-scheme: dark)').matches && document.documentElement.dataset.theme !== 'light';
  const isDarkChosen = document.documentElement.dataset.mantineColorScheme === 'dark' || isDark;
  return {
    target,
    height: '100%',
    resize: false,
    menubar: false,
    branding: false,
    promotion: false,
    elementpath: false,
    plugins: 'autolink charmap codesample directionality image link lists media searchreplace table visualblocks',
    toolbar:
      'undo redo | blocks | bold italic underline strikethrough | link image media table | bullist numlist | ' +
      'blockquote codesample hr | alignleft aligncenter alignright | removeformat',
    block_formats: 'Text=p; Heading 2=h2; Heading 3=h3; Heading 4=h4; Code=pre',
    iframe_aria_text: label,
    skin: isDarkChosen ? 'oxide-dark' : 'oxide',
    content_css: isDarkChosen ? 'dark' : 'default',
    ...(language === 'ja' && { language: 'ja' }),
    // Keeps URLs as written instead of making them relative to the console.
    convert_urls: false,
    relative_urls: false,
    // Elements that the server removes from public pages.
    invalid_elements: 'script,iframe,object,embed,applet,form,input,button,select,textarea,style',
    paste_data_images: false,
    contextmenu: false,
    browser_spellcheck: true,
  };
}
