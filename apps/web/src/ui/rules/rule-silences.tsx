import {
  ruleSilenceListResponseSchema,
  ruleSilenceSchema,
  type RuleSilenceView,
} from '@shipmate/protocol/web/rule-noise';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { useState } from 'react';
import { deleteResource, requestJson } from '../api/request.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { rulesKey } from './rule-queries.ts';

const msPerHour = 3_600_000;
const durations = [
  ['1', '1 hour'],
  ['4', '4 hours'],
  ['24', '1 day'],
  ['168', '7 days'],
] as const;

const pathOf = (ruleId: string) => `/api/rules/${encodeURIComponent(ruleId)}/silences`;
const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** The silences of a rule that have not ended, and a form that adds one. */
export function RuleSilences({ ruleId }: { readonly ruleId: string }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [hours, setHours] = useState('1');
  const query = useQuery({
    queryKey: [...rulesKey, 'silences', ruleId],
    queryFn: ({ signal }) => requestJson(pathOf(ruleId), { schema: ruleSilenceListResponseSchema, signal }),
    select: ({ silences }) => silences,
  });
  const add = useMutation({
    mutationFn: () => {
      const until = new Date(Date.now() + Number(hours) * msPerHour).toISOString();
      return requestJson(pathOf(ruleId), { schema: ruleSilenceSchema, body: { reason, until } });
    },
    onSuccess: () => setReason(''),
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey }),
  });
  return (
    <section aria-label="Silences" className="space-y-2">
      <h2 className="font-semibold">Silences</h2>
      <p className="text-muted text-xs">A silenced rule starts nothing until the silence ends.</p>
      {query.error && <ErrorBanner error={query.error} onRetry={() => void query.refetch()} />}
      <FramedList>
        {query.data?.map((silence) => (
          <SilenceRow key={silence.id} ruleId={ruleId} silence={silence} />
        ))}
      </FramedList>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== '' && !add.isPending) add.mutate();
        }}
      >
        <TextField
          label="Reason"
          value={reason}
          maxLength={500}
          className="flex-1 basis-60"
          onChange={({ target }) => setReason(target.value)}
        />
        <div className="flex max-w-40 flex-1">
          <SelectField label="Duration" value={hours} options={durations} onChange={setHours} />
        </div>
        <Button type="submit" icon={<BellOff aria-hidden />} disabled={reason.trim() === ''} isBusy={add.isPending}>
          Silence rule
        </Button>
      </form>
      {add.error && <ErrorBanner error={add.error} onDismiss={() => add.reset()} />}
    </section>
  );
}

function SilenceRow({ ruleId, silence }: { readonly ruleId: string; readonly silence: RuleSilenceView }) {
  const { id, match, reason, until, createdByName } = silence;
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => deleteResource(`${pathOf(ruleId)}/${encodeURIComponent(id)}`),
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey }),
  });
  const fields = Object.entries(match).map(([field, value]) => `${field} is ${JSON.stringify(value)}`);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-xs">
      <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <span className="font-medium">{reason}</span>
        <span className="text-muted block">
          {fields.length === 0 ? 'Every event' : fields.join(', ')}, until {timeFormat.format(new Date(until))}, by{' '}
          {createdByName}
        </span>
      </span>
      <Button aria-label={`End silence “${reason}”`} isBusy={end.isPending} onClick={() => end.mutate()}>
        End silence
      </Button>
      {end.error && <ErrorBanner error={end.error} />}
    </li>
  );
}
