import { classNames } from './class-names.ts';

interface ToolDataProps {
  readonly label: string;
  readonly value: unknown;
  readonly isError?: boolean;
}

/** The input or output of a tool: an object field by field, so that text keeps its lines; anything else unchanged. */
export function ToolData({ label, value, isError = false }: ToolDataProps) {
  const fields = toFields(value);
  if (fields.length === 0) return null;
  return (
    <div className="space-y-1.5">
      <div className={classNames('text-2xs font-medium', isError ? 'text-removed' : 'text-muted')}>{label}</div>
      <dl className="space-y-1.5">
        {fields.map(([name, text]) => (
          <div key={name} className={text.includes('\n') ? undefined : 'flex gap-2'}>
            {name !== '' && <dt className="text-muted shrink-0 font-mono text-2xs leading-4">{name}</dt>}
            <dd className="min-w-0 flex-1">
              <TextBlock text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Input or output text of a tool, line by line; scrolls when it is long. */
export function TextBlock({ text }: { text: string }) {
  const isLong = text.includes('\n');
  return (
    <pre
      {...(isLong ? { tabIndex: 0, role: 'region', 'aria-label': 'Text' } : {})}
      className={classNames(
        'font-mono text-2xs leading-4 wrap-anywhere whitespace-pre-wrap',
        isLong && 'bg-raised mt-1 max-h-56 overflow-y-auto rounded-md p-2',
      )}
    >
      {text}
    </pre>
  );
}

function toFields(value: unknown): readonly (readonly [name: string, text: string])[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return [['', dataToText(value)]];
  return Object.entries(value).map(([name, field]) => [name, dataToText(field)]);
}

function dataToText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
