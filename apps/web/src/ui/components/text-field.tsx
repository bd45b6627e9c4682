import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** Said below the field. */
  readonly hint?: string;
}

/** A line of text with its label above. */
export function TextField({ label, hint, className, ...rest }: TextFieldProps) {
  return (
    <label className={classNames('flex min-w-0 flex-col gap-1 text-xs font-medium', className)}>
      {label}
      <input
        autoComplete="off"
        {...rest}
        className="border-edge bg-surface placeholder:text-muted h-8 w-full min-w-0 rounded-md border px-2 text-base font-normal sm:text-xs"
      />
      {hint !== undefined && <span className="text-muted font-normal">{hint}</span>}
    </label>
  );
}
