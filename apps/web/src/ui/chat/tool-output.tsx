import { dropFences } from '@shipmate/core';
import { classNames } from '../components/class-names.ts';
import { parseToolOutput } from './parse-tool-output.ts';
import { ToolData } from './tool-data.tsx';

/** The result of a tool; an edit's result is shown as a diff. */
export function ToolOutput({ output, isDiff }: { output: unknown; isDiff: boolean }) {
  if (!isDiff || typeof output !== 'string') return <ToolData label="Output" value={parseToolOutput(output)} />;
  return (
    <div className="space-y-1.5">
      <div className="text-muted text-2xs font-medium">Output</div>
      <DiffBlock text={dropFences(output)} />
    </div>
  );
}

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
