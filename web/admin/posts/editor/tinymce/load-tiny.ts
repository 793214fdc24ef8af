/** As much of TinyMCE as is used here. */
export interface TinyMce {
  init(options: Readonly<Record<string, unknown>>): Promise<TinyInstance[]>;
}

export interface TinyInstance {
  getContent(): string;
  setContent(html: string): void;
  insertContent(html: string): void;
  focus(): void;
  hasFocus(): boolean;
  on(events: string, listener: () => void): void;
  remove(): void;
  getBody(): HTMLElement;
  undoManager: { add(): void };
}

const loads = new Map<string, Promise<TinyMce>>();

/** The editor as its maker gives it out for a key, once. */
export function loadTiny(key: string): Promise<TinyMce> {
  const known = loads.get(key);
  if (known) return known;
  const load = new Promise<TinyMce>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://cdn.tiny.cloud/1/${key}/tinymce/8/tinymce.min.js`;
    // Its maker looks where it is used.
    script.referrerPolicy = 'origin';
    script.addEventListener('error', () => reject(new Error('TinyMCE could not be loaded')));
    script.addEventListener('load', () => {
      const { tinymce } = window as { tinymce?: TinyMce };
      if (tinymce) resolve(tinymce);
      else reject(new Error('What was loaded is not TinyMCE'));
    });
    document.head.append(script);
  });
  loads.set(key, load);
  load.catch(() => loads.delete(key));
  return load;
}
