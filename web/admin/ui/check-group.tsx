import { type ReactNode, useId } from 'react';

export interface CheckGroupProps {
  readonly legend: string;
  /** Form path of the field, used to focus it after a validation error. */
  readonly name?: string | undefined;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

export function CheckGroup({ legend, name, error, children }: CheckGroupProps) {
  const errorId = useId();
  const ariaProps = error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': errorId };
  return (
    <fieldset data-path={name} {...ariaProps}>
      <legend>{legend}</legend>
      {children}
      {error !== undefined && (
        <p className="ui-size-13 ui-danger ui-above-2" id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
