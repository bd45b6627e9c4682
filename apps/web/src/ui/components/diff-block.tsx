import { classNames } from './class-names.ts';

/** The lines that a change removes and adds; scrolls when there are many. */
export function DiffBlock({ text }: { text: string }) {
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label="Change"
      className="bg-raised max-h-56 overflow-auto rounded-md py-1.5 font-mono text-2xs leading-4"
    >
      {text.split('\n').map((line, index) => (
        <div key={index} className={classNames('min-w-max px-2', lineLook(line))}>
          {line || ' '}
        </div>
      ))}
    </pre>
  );
}

function lineLook(line: string): string | undefined {
  if (/^(\+\+\+|---|@@|Index:|={3})/.test(line)) return 'text-muted';
  if (line.startsWith('+')) return 'bg-added-soft text-added';
  if (line.startsWith('-')) return 'bg-removed-soft text-removed';
  return undefined;
}
