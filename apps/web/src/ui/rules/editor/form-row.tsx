import type { RuleProblemView } from '@shipmate/protocol/web/rule-editor';
import { type ReactNode, useId } from 'react';
import { useProblemsAt } from './editor-context.ts';

/** Look of a text field or select of the editor. */
export const inputLook =
  'border-edge bg-surface aria-invalid:border-removed h-8 w-full min-w-0 rounded-md border px-2 text-base font-normal sm:text-xs';

interface FormRowProps {
  readonly label: string;
  /** Location of the value in the payload of the rule. */
  readonly path: string;
  readonly isRequired?: boolean;
  readonly help?: string | undefined;
  /** Shown beside the label. */
  readonly extra?: ReactNode;
  readonly children: (control: ControlProps) => ReactNode;
}

/** The attributes that connect a control with its label, its help and its problems. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean;
}

/** A labelled control with its help and its problems. */
export function FormRow({ label, path, isRequired = false, help, extra, children }: FormRowProps) {
  const id = useId();
  const problems = useProblemsAt(path);
  const noteId = `${id}-note`;
  const hasNote = help !== undefined || problems.length > 0;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <label htmlFor={id} className="font-medium">
          {label}
          {isRequired && <span className="text-muted font-normal"> (required)</span>}
        </label>
        {extra}
      </div>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': problems.some(({ severity }) => severity === 'error'),
        'aria-required': isRequired,
      })}
      {hasNote && (
        <div id={noteId} className="space-y-1">
          {help !== undefined && <p className="text-muted">{help}</p>}
          <Problems problems={problems} />
        </div>
      )}
    </div>
  );
}

/** Problems with their next steps. */
export function Problems({ problems }: { readonly problems: readonly RuleProblemView[] }) {
  return problems.map(({ code, message, hint, severity }) => (
    <p key={`${code} ${message}`} className={severity === 'error' ? 'text-removed' : 'text-caution'}>
      <span className="font-medium">{message}</span> {hint}
    </p>
  ));
}
