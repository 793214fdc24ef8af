import { type ReactNode, useId } from 'react';

export interface CheckGroupProps {
  readonly legend: string;
  /** The form's name for it, by which it is found where it has to get the focus. */
  readonly name?: string | undefined;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

/** Several boxes to tick that are one field of a form; what is wrong with it is read out with its name. */
export function CheckGroup({ legend, name, error, children }: CheckGroupProps) {
  const faultId = useId();
  const fault = error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': faultId };
  return (
    <fieldset className="check-group" data-path={name} {...fault}>
      <legend>{legend}</legend>
      {children}
      {error !== undefined && (
        <p className="check-fault" id={faultId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
