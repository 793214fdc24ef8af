import { memo, type ReactNode, type RefObject, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorMode } from '#contract/posts.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import type { BodyHandle } from '../editor/body-handle.ts';
import { WriteAndPreview } from '../editor/write-and-preview.tsx';
import type { UploadsUnderWay } from './files/uploads-under-way.ts';
import { useObservable } from './observable.ts';
import type { PostFormState } from './use-post-form.ts';

export interface BodyFieldProps {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
  readonly state: PostFormState;
  readonly editor: RefObject<BodyHandle | null>;
  readonly underWay: UploadsUnderWay;
}

/** Subscribes to the body by itself, so that typing in it does not re-render the form, and vice versa. */
export function BodyField({ serviceId, settings, state, editor, underWay }: BodyFieldProps) {
  const { form, body, formerTexts } = state;
  const { setFieldValue, clearFieldError } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is the same one, whatever stands in it
  const onModeChange = useCallback((mode: EditorMode) => setFieldValue('editorMode', mode), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is the same one, whatever stands in it
  const onTyped = useCallback(() => clearFieldError('body'), []);
  return (
    <Body
      {...{ serviceId, settings, body, formerTexts, editor, underWay, onModeChange, onTyped }}
      initialText={state.savedValues().body}
      mode={form.values.editorMode}
      initialMode={form.getInitialValues().editorMode}
      error={form.errors.body}
    />
  );
}

interface BodyProps extends Omit<BodyFieldProps, 'state'>, Pick<PostFormState, 'body' | 'formerTexts'> {
  readonly initialText: string;
  readonly mode: EditorMode;
  readonly initialMode: EditorMode;
  readonly onModeChange: (mode: EditorMode) => void;
  readonly onTyped: () => void;
  readonly error: ReactNode;
}

const Body = memo(function Body(props: BodyProps) {
  const { serviceId, settings, body, formerTexts, editor, underWay, onTyped, error, ...modes } = props;
  const { t } = useTranslation('console');
  const text = useObservable(body);
  const former = useObservable(formerTexts);
  return (
    <WriteAndPreview
      ref={editor}
      files={{ serviceId, settings, onUploads: (uploads) => underWay.tell('body', uploads) }}
      text={text}
      onChange={(typed) => {
        body.set(typed);
        if (error) onTyped();
      }}
      label={t('posts.fields.body')}
      error={error}
      formerTexts={former}
      onFormerTexts={formerTexts.set}
      {...modes}
    />
  );
});
