import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleKey } from './failure-text.ts';

export interface FormFailureProps {
  readonly text: ConsoleKey | undefined;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  /** A way on from it. */
  readonly children?: ReactNode;
}

/**
 * Why a form as a whole was refused. The place for it is always there, so that it is read out when it comes. It comes
 * into sight, for a form may be sent by key from far above, unless a field with a fault has the focus.
 */
export function FormFailure({ text, values = {}, children }: FormFailureProps) {
  const { t } = useTranslation('console');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text === undefined || isAtFault(document.activeElement) || isInSight(place.current)) return;
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div ref={place} className="form-failure" role="alert">
      {text && (
        <p>
          <TriangleAlert size={16} aria-hidden="true" />
          <span>
            {t(text, values)} {children}
          </span>
        </p>
      )}
    </div>
  );
}

function isAtFault(focused: Element | null): boolean {
  return focused?.closest('[aria-invalid="true"]') != null;
}

function isInSight(element: Element | null): boolean {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  return top >= 0 && bottom <= window.innerHeight;
}
