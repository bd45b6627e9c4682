import { DiffBlock } from '../components/diff-block.tsx';
import { toInputDiff } from './input-diff.ts';

/** The exact input of a tool: a diff for an edit, JSON otherwise. */
export function ExactCall({ tool, input }: { readonly tool: string; readonly input: unknown }) {
  const diff = toInputDiff(input);
  if (diff !== undefined) return <DiffBlock text={diff} />;
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={`Input of ${tool}`}
      className="bg-raised max-h-56 overflow-auto rounded-md p-2 font-mono text-2xs leading-4 wrap-anywhere whitespace-pre-wrap"
    >
      {JSON.stringify(input, null, 2)}
    </pre>
  );
}
