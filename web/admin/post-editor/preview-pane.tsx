import { UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminPostApi } from '#contract/admin-posts.ts';
import { ApiError, type Call } from '#contract/api-client.ts';
import type { BodyFormat } from '#contract/posts.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { backgroundCall, quietCall } from '../../session/console-call.ts';
import { Prose } from '../posts/prose.tsx';

interface Preview {
  readonly html: string;
  /** True when the last request failed, so that `html` shows an earlier text. */
  readonly isFailed: boolean;
  readonly retry: () => void;
}

const DELAY_MS = 300;

/** UTF-16 code units from which rendering is slow enough for a longer delay. */
const LONG_TEXT = 100_000;
const LONG_DELAY_MS = 1200;

interface PreviewedText {
  readonly body: string;
  readonly bodyFormat: BodyFormat;
  /** Language tag, or empty to detect it from the text. */
  readonly language: string;
}

interface Question extends PreviewedText {
  readonly call: Call;
}

function usePreview(serviceId: string, { body, bodyFormat, language }: PreviewedText): Preview {
  const [html, setHtml] = useState('');
  const [failure, setFailure] = useState<'signed-out' | 'other'>();
  const [latest, setLatest] = useState<LatestAnswer<Question>>();

  useEffect(() => {
    const preview = latestAnswer<Question, string>({
      request: (question) => render(serviceId, question),
      onAnswer: (answer) => {
        setHtml(answer);
        setFailure(undefined);
      },
      onFailure: (error) => setFailure(error instanceof ApiError && error.status === 401 ? 'signed-out' : 'other'),
    });
    setLatest(preview);
    return preview.stop;
  }, [serviceId]);

  const isPaused = failure === 'signed-out';
  useEffect(() => {
    if (isPaused || !latest) return;
    const ask = () => latest.ask({ body, bodyFormat, language, call: backgroundCall });
    const timer = setTimeout(ask, body.length > LONG_TEXT ? LONG_DELAY_MS : DELAY_MS);
    return () => clearTimeout(timer);
  }, [body, bodyFormat, language, latest, isPaused]);

  const retry = () => {
    setFailure(undefined);
    latest?.ask({ body, bodyFormat, language, call: quietCall });
  };
  return { html, isFailed: failure !== undefined, retry };
}

async function render(serviceId: string, { call, ...body }: Question): Promise<string> {
  if (body.body.trim() === '') return '';
  return (await call(adminPostApi.preview, { params: { serviceId }, body })).bodyHtml;
}

interface PreviewPaneProps extends PreviewedText {
  readonly serviceId: string;
}

export function PreviewPane({ serviceId, ...text }: PreviewPaneProps) {
  const { t } = useTranslation('console');
  const { html, isFailed, retry } = usePreview(serviceId, text);
  return (
    <>
      {isFailed && (
        <p className="preview-failure ui-quiet" role="status">
          {t('posts.previewFailed')}{' '}
          <UnstyledButton className="text-button" onClick={retry}>
            {t('action.tryAgain')}
          </UnstyledButton>
        </p>
      )}
      {html === '' ? (
        <p className="ui-quiet">{t('posts.previewEmpty')}</p>
      ) : (
        <Prose html={html} format={text.bodyFormat} language={text.language || detectedLanguage(text.body)} />
      )}
    </>
  );
}

const LANGUAGE_SAMPLE = 20_000;

function detectedLanguage(body: string) {
  return contentLanguage(body.slice(0, LANGUAGE_SAMPLE));
}

interface LatestAnswer<Question> {
  readonly ask: (question: Question) => void;
  readonly stop: () => void;
}

interface Options<Question, Answer> {
  readonly request: (question: Question) => Promise<Answer>;
  readonly onAnswer: (answer: Answer) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Runs one request at a time and queues only the latest one, so that responses arrive in request order. */
export function latestAnswer<Question, Answer>(options: Options<Question, Answer>): LatestAnswer<Question> {
  let waiting: { readonly question: Question } | undefined;
  let isAsking = false;
  let isStopped = false;

  async function work(): Promise<void> {
    isAsking = true;
    while (waiting && !isStopped) {
      const { question } = waiting;
      waiting = undefined;
      try {
        const answer = await options.request(question);
        if (!isStopped) options.onAnswer(answer);
      } catch (error) {
        if (!isStopped) options.onFailure(error);
      }
    }
    isAsking = false;
  }

  return {
    ask: (question) => {
      waiting = { question };
      if (!isAsking) void work();
    },
    stop: () => {
      isStopped = true;
    },
  };
}
