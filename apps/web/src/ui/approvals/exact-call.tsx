import { z } from 'zod';
import { DiffBlock } from '../components/diff-block.tsx';

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

/** Input of the editing tools, without fields that a diff would not show. */
const editSchema = z.union([
  z.strictObject({ command: z.literal('str_replace'), path: z.string(), oldStr: z.string(), newStr: z.string() }),
  z.strictObject({ command: z.literal('create'), path: z.string(), content: z.string() }),
]);

/** Returns the diff of the file that a call would change; `undefined` when the call is no edit or contains several. */
export function toInputDiff(input: unknown): string | undefined {
  const edit = editSchema.safeParse(input).data;
  if (!edit) return undefined;
  const [removed, added] = edit.command === 'create' ? ['', edit.content] : [edit.oldStr, edit.newStr];
  return [`@@ ${edit.path}`, ...toLines('-', removed), ...toLines('+', added)].join('\n');
}

function toLines(sign: string, text: string): readonly string[] {
  return text === '' ? [] : text.split('\n').map((line) => `${sign}${line}`);
}
