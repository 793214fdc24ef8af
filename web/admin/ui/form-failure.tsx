import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleKey } from './failure-text.ts';

export interface FormFailureProps {
  readonly text: ConsoleKey | undefined;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  readonly children?: ReactNode;
}

/**
 * Shows why a form was rejected. The live region is always rendered, so that screen readers announce its changes. It
 * scrolls into view unless a field with an error has the focus, because a shortcut can submit a form from far away.
 */
export function FormFailure({ text, values = {}, children }: FormFailureProps) {
  const { t } = useTranslation('console');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text === undefined || isAtError(document.activeElement) || isInSight(place.current)) return;
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div ref={place} className="form-failure" role="alert">
      {text && (
        <p>
          <TriangleAlert />
          <span>
            {t(text, values)} {children}
          </span>
        </p>
      )}
    </div>
  );
}

function isAtError(focused: Element | null): boolean {
  return focused?.closest('[aria-invalid="true"]') != null;
}

function isInSight(element: Element | null): boolean {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  return top >= 0 && bottom <= window.innerHeight;
}
