import type { RulePreviewView } from '@shipmate/protocol/web/rules';
import { replayRuleResponseSchema } from '@shipmate/protocol/web/rule-replay';
import { useMutation } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { requestJson } from '../api/request.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { SmallSelect } from '../components/small-select.tsx';

const periods = [
  ['1', 'Last day'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
] as const;

const msPerDay = 86_400_000;

/** A new rule has no current revision. */
const schema = replayRuleResponseSchema.partial({ current: true });

/** Replays stored events through a proposed rule, beside its current revision if it has one. */
export function PreviewReplay({ preview: { id, ruleId } }: { readonly preview: RulePreviewView }) {
  const [days, setDays] = useState('7');
  const replay = useMutation({
    mutationFn: () =>
      requestJson(ruleId === null ? '/api/rules/replay' : `/api/rules/${encodeURIComponent(ruleId)}/replay`, {
        schema,
        body: { previewId: id, from: new Date(Date.now() - Number(days) * msPerDay).toISOString() },
      }),
  });
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-3">
        <SmallSelect label="Events" value={days} options={periods} onChange={setDays} />
        <Button icon={<History aria-hidden />} isBusy={replay.isPending} onClick={() => replay.mutate()}>
          Replay events
        </Button>
      </div>
      {replay.error && <ErrorBanner error={replay.error} onDismiss={() => replay.reset()} />}
      <div role="status" className="space-y-1">
        {replay.data && (
          <>
            <p>This preview: {replay.data.proposed.summary}</p>
            {replay.data.current && <p>Current revision: {replay.data.current.summary}</p>}
          </>
        )}
      </div>
    </div>
  );
}
