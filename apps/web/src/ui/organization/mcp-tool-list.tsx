import type { McpDefinitionView, McpToolDecisionsRequest, McpToolView } from '@shipmate/protocol/web/mcp-servers';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { DiffBlock } from '../components/diff-block.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { StateBadge, type StateTone } from '../components/state-badge.tsx';

type Decisions = McpToolDecisionsRequest['decisions'];

interface McpToolListProps {
  readonly tools: readonly McpToolView[];
  readonly canChange: boolean;
  readonly isBusy: boolean;
  readonly onDecide: (decisions: Decisions) => void;
}

/** The tools of a server; each opens to its definition, or to what changed. */
export function McpToolList({ tools, canChange, isBusy, onDecide }: McpToolListProps) {
  if (tools.length === 0) return <p className="text-muted text-xs">No tools.</p>;
  return (
    <FramedList aria-label="Tools">
      {tools.map((tool) => (
        <li key={tool.name}>
          <details className="text-xs" open={tool.state === 'changed'}>
            <summary className="hover:bg-raised flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <span className="min-w-0 flex-1 basis-40 font-mono wrap-anywhere">{tool.name}</span>
              <span className="text-muted">{describeApproval(tool)}</span>
              <StateBadge tone={toState(tool).tone}>{toState(tool).word}</StateBadge>
            </summary>
            <div className="space-y-2 px-3 pb-3">
              <Definition tool={tool} />
              {canChange && <ToolButtons tool={tool} isBusy={isBusy} onDecide={onDecide} />}
            </div>
          </details>
        </li>
      ))}
    </FramedList>
  );
}

function Definition({ tool: { state, pinned, listed } }: { readonly tool: McpToolView }) {
  if (state === 'changed' && pinned && listed) {
    return (
      <>
        <p>The server changed this tool. It is off until an owner accepts the new definition.</p>
        <DiffBlock text={compareDefinitions(pinned, listed)} />
      </>
    );
  }
  const definition = listed ?? pinned;
  if (!definition) return null;
  return (
    <>
      <p className="whitespace-pre-wrap wrap-anywhere">{definition.description || 'No description.'}</p>
      <CodeBlock label="Input schema">{formatSchema(definition)}</CodeBlock>
    </>
  );
}

type ToolButtonsProps = Pick<McpToolListProps, 'isBusy' | 'onDecide'> & { readonly tool: McpToolView };

function ToolButtons({ tool: { name, state, listed, revision }, isBusy, onDecide }: ToolButtonsProps) {
  const decide = (chosen: 'on' | 'off') => onDecide([{ tool: name, state: chosen, revision }]);
  const acceptWord = state === 'changed' ? 'Accept change' : 'Turn on';
  return (
    <div className="flex flex-wrap gap-2">
      {state !== 'on' && listed !== null && (
        <Button variant="primary" isBusy={isBusy} aria-label={`${acceptWord}: ${name}`} onClick={() => decide('on')}>
          {acceptWord}
        </Button>
      )}
      {state !== 'off' && (
        <Button isBusy={isBusy} aria-label={`Turn off: ${name}`} onClick={() => decide('off')}>
          Turn off
        </Button>
      )}
    </div>
  );
}

function toState({ state, listed, decidedAt }: McpToolView): { readonly word: string; readonly tone: StateTone } {
  if (listed === null) return { word: 'Not listed', tone: 'failure' };
  if (state === 'changed') return { word: 'Changed', tone: 'waiting' };
  if (state === 'on') return { word: 'On', tone: 'success' };
  return { word: decidedAt === null ? 'New' : 'Off', tone: 'neutral' };
}

function describeApproval({ listed, pinned }: McpToolView): string {
  return toApprovalWord(listed ?? pinned);
}

function toApprovalWord(definition: McpDefinitionView | null): string {
  return definition?.effect === 'read' ? 'Reads without approval' : 'Asks for approval';
}

function formatSchema({ inputSchema }: McpDefinitionView): string {
  return JSON.stringify(JSON.parse(inputSchema), null, 2);
}

/** Returns the lines of two definitions, those between their equal beginning and end as removed and added. */
export function compareDefinitions(before: McpDefinitionView, after: McpDefinitionView): string {
  const [old, now] = [toLines(before), toLines(after)];
  const start = old.findIndex((line, index) => line !== now[index]);
  const first = start === -1 ? old.length : start;
  let end = 0;
  while (end < Math.min(old.length, now.length) - first && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const middle = (lines: readonly string[], sign: string) =>
    lines.slice(first, lines.length - end).map((line) => `${sign} ${line}`);
  const equal = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  return [
    ...equal(old.slice(0, first)),
    ...middle(old, '-'),
    ...middle(now, '+'),
    ...equal(old.slice(old.length - end)),
  ].join('\n');
}

function toLines(definition: McpDefinitionView): readonly string[] {
  return [...definition.description.split('\n'), toApprovalWord(definition), ...formatSchema(definition).split('\n')];
}
