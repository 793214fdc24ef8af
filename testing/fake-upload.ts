import { onTestFinished } from 'vitest';

export interface FakeUpload {
  readonly url: string;
  readonly contentType: string | undefined;
  readonly file: Blob;
  readonly isAborted: boolean;
  progress(loaded: number): void;
  answer(status: number, body?: unknown): void;
  fail(): void;
}

/** Replaces `XMLHttpRequest`, which sends uploads, until the test ends. Lists the uploads in order. */
export function fakeUploads({ isAnswered = true } = {}): readonly FakeUpload[] {
  const uploads: FakeUpload[] = [];
  class FakeRequest implements FakeUpload {
    readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    onloadend?: () => void;
    status = 0;
    responseText = '';
    url = '';
    contentType: string | undefined;
    file = new Blob();
    isAborted = false;

    open(_method: string, url: string): void {
      this.url = url;
    }

    setRequestHeader(name: string, value: string): void {
      if (name.toLowerCase() === 'content-type') this.contentType = value;
    }

    send(file: Blob): void {
      this.file = file;
      uploads.push(this);
      if (isAnswered) queueMicrotask(() => this.answer(200));
    }

    abort(): void {
      this.isAborted = true;
      this.onabort?.();
      this.onloadend?.();
    }

    progress(loaded: number): void {
      this.upload.onprogress?.({ loaded });
    }

    answer(status: number, body: unknown = {}): void {
      this.status = status;
      this.responseText = JSON.stringify(body);
      this.onload?.();
      this.onloadend?.();
    }

    fail(): void {
      this.onerror?.();
      this.onloadend?.();
    }
  }
  const before = globalThis.XMLHttpRequest;
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  onTestFinished(() => {
    globalThis.XMLHttpRequest = before;
  });
  return uploads;
}
