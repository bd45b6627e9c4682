import '../styles.css';
import { Clock, Copy, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { RemediationBadge } from '../cluster/remediation/remediation-badge.tsx';
import { statusLabels } from '../cluster/remediation/remediation-words.ts';
import { SeverityMark } from '../cluster/severity-mark.tsx';
import { Cost, Tokens } from '../components/amount.tsx';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { DiffBlock } from '../components/diff-block.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { RiskLabel } from '../components/risk-label.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { TextField } from '../components/text-field.tsx';
import { Tooltips } from '../components/tooltips.tsx';
import { Waiting } from '../components/waiting.tsx';
import { Meter } from '../organization/meter.tsx';
import { RunStatusBadge } from '../runs/run-status-badge.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { TableColumn } from '../table/table-view.ts';
import { toAge } from '../time/age.ts';
import { RelativeTime } from '../time/relative-time.tsx';
import { PendingBadge } from '../workspace/pending-badge.tsx';

const runStatuses = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
const tones = ['neutral', 'active', 'waiting', 'success', 'failure'] as const;
const remediationStatuses = Object.keys(statusLabels) as (keyof typeof statusLabels)[];
const now = new Date('2026-11-23T12:00:00Z');
const nothing = () => undefined;

interface GalleryRow {
  readonly tool: string;
  readonly calls: number;
}

const galleryRows: readonly GalleryRow[] = [
  { tool: 'kubectl_get', calls: 1_204 },
  { tool: 'textEditor', calls: 87 },
  { tool: 'kubectl_logs', calls: 12 },
  { tool: 'helm_render', calls: 3 },
  { tool: 'search_capabilities', calls: 0 },
];

const manyRows: readonly GalleryRow[] = Array.from({ length: 10_000 }, (_, index) => ({
  tool: `tool ${index + 1}`,
  calls: (index * 7_919) % 10_007,
}));

const galleryColumns: readonly TableColumn<GalleryRow>[] = [
  { id: 'tool', label: 'Tool', text: ({ tool }) => tool },
  { id: 'model', label: 'Model', text: () => 'demo:shipmate-demo' },
  {
    id: 'calls',
    label: 'Calls',
    align: 'end',
    text: ({ calls }) => calls.toLocaleString('en'),
    sortBy: ({ calls }) => calls,
  },
  {
    id: 'state',
    label: 'State',
    text: () => 'Completed',
    render: () => <StateBadge tone="success">Completed</StateBadge>,
  },
];

const root = document.getElementById('root');
if (!root) throw new Error('gallery.html has no element #root.');
createRoot(root).render(<Gallery />);

/** Every shared component in each of its states. The page is part of the development build only. */
function Gallery() {
  return (
    <main className="mx-auto max-w-4xl space-y-8 px-4 py-8">
      <h1 className="text-xl font-semibold tracking-tight">Components</h1>
      <Part title="States">
        {tones.map((tone) => (
          <StateBadge key={tone} tone={tone}>
            {tone}
          </StateBadge>
        ))}
        <StateBadge tone="neutral" icon={Clock}>
          own icon
        </StateBadge>
      </Part>
      <Part title="States of runs">
        {runStatuses.map((status) => (
          <RunStatusBadge key={status} run={{ status, isStopping: false, remediation: null }} />
        ))}
        <RunStatusBadge run={{ status: 'running', isStopping: true, remediation: null }} />
      </Part>
      <Part title="States of remediations">
        {remediationStatuses.map((status) => (
          <RemediationBadge key={status} status={status} />
        ))}
      </Part>
      <Part title="Risks, severities and counts">
        {(['low', 'medium', 'high'] as const).map((level) => (
          <RiskLabel key={level} level={level} />
        ))}
        {(['critical', 'warning', 'info'] as const).map((severity) => (
          <SeverityMark key={severity} severity={severity} />
        ))}
        <PendingBadge count={3} />
      </Part>
      <Part title="Buttons">
        {(['primary', 'outline', 'quiet', 'danger'] as const).map((variant) => (
          <Button key={variant} variant={variant} icon={<Plus aria-hidden />}>
            {variant}
          </Button>
        ))}
        <Button isBusy>busy</Button>
        <Button disabled>disabled</Button>
        <IconButton label="Copy">
          <Copy />
        </IconButton>
      </Part>
      <Part title="Fields">
        <TextField label="Name" hint="At most 60 characters." placeholder="Placeholder" />
        <SmallSelect
          label="Show"
          value="open"
          options={[
            ['open', 'Open'],
            ['archived', 'Archived'],
          ]}
          onChange={nothing}
        />
      </Part>
      <Part title="Time, cost and tokens">
        {[0, 59, 3_600, 200_000].map((seconds) => (
          <span key={seconds}>{toAge(new Date(now.getTime() - seconds * 1_000), now)}</span>
        ))}
        {[null, 0, 0.00001, 0.0123, 12.5].map((cost) => (
          <Cost key={cost} usd={cost} />
        ))}
        <Tokens usage={{ inputTokens: 1_200, outputTokens: 300, cacheReadTokens: 900 }} />
        <Tokens usage={{ inputTokens: 5, outputTokens: 1 }} model="demo:shipmate-demo" />
        <RelativeTime at="2020-01-01T00:00:00Z" />
      </Part>
      <Part title="Messages" isStacked>
        {(['info', 'caution', 'error'] as const).map((tone) => (
          <Banner key={tone} tone={tone} actions={<Button variant="quiet">Dismiss</Button>}>
            A message of the kind {tone}, with a name that is long enough to wrap in a narrow window.
          </Banner>
        ))}
        <Waiting>Loading the runs…</Waiting>
        <EmptyState>No schedules yet. A schedule asks an agent the same question at set times.</EmptyState>
      </Part>
      <Part title="Tables, lists and meters" isStacked>
        <DataTable caption="Tool calls" columns={galleryColumns} rows={galleryRows} keyOf={({ tool }) => tool} />
        <DataTable caption="Ten thousand rows" columns={galleryColumns} rows={manyRows} keyOf={({ tool }) => tool} />
        <FramedList aria-label="Rows">
          <li className="px-4 py-2.5">First row</li>
          <li className="px-4 py-2.5">Second row</li>
        </FramedList>
        {[20, 85, 100].map((percent) => (
          <Meter key={percent} label={`${percent} of 100`} percent={percent} />
        ))}
      </Part>
      <Part title="Code and differences" isStacked>
        <CodeBlock label="Command">npx -y pnpm@12 start</CodeBlock>
        <DiffBlock text={'@@ -1,2 +1,2 @@\n replicas:\n-  1\n+  3'} />
      </Part>
      <Tooltips />
    </main>
  );
}

interface PartProps {
  readonly title: string;
  readonly isStacked?: boolean;
  readonly children: ReactNode;
}

function Part({ title, isStacked = false, children }: PartProps) {
  return (
    <section aria-label={title} className="space-y-3">
      <h2 className="font-semibold">{title}</h2>
      <div className={isStacked ? 'space-y-3' : 'flex flex-wrap items-center gap-4 text-xs'}>{children}</div>
    </section>
  );
}
