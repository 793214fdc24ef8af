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

/**
 * Loads TinyMCE from its CDN once per key.
 * @throws {Error} when the script cannot be loaded or does not define `tinymce`.
 */
export function loadTiny(key: string): Promise<TinyMce> {
  const known = loads.get(key);
  if (known) return known;
  const load = new Promise<TinyMce>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://cdn.tiny.cloud/1/${key}/tinymce/8/tinymce.min.js`;
    // Tiny Cloud checks the domain of the page against the key.
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
