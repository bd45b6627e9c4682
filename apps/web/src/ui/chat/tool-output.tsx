import { dropFences } from '@shipmate/core';
import { DiffBlock } from '../components/diff-block.tsx';
import { parseToolOutput } from '../components/parse-tool-output.ts';
import { ToolData } from '../components/tool-data.tsx';

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
