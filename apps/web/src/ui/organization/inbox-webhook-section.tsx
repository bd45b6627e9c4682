import type { InboxDeliveryView } from '@shipmate/protocol/web/inbox-webhook';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { TableColumn } from '../table/table-view.ts';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { StateBadge, type StateTone } from '../components/state-badge.tsx';
import { TextField } from '../components/text-field.tsx';
import { Waiting } from '../components/waiting.tsx';
import {
  useInboxWebhook,
  useRemoveInboxWebhook,
  useSaveInboxWebhook,
  useSendInboxEvent,
} from './organization-queries.ts';
import { RelativeTime } from '../time/relative-time.tsx';

/** The webhook that receives the events of the members' inboxes, for owners. */
export function InboxWebhookSection() {
  const { data, error, refetch } = useInboxWebhook();
  const save = useSaveInboxWebhook();
  return (
    <section aria-labelledby="webhook-heading" className="space-y-3">
      <div>
        <h2 id="webhook-heading" className="font-semibold">
          Inbox webhook
        </h2>
        <p className="text-muted text-xs">
          Shipmate sends a signed request to this address for every new inbox item of a member, for every decision and
          for notifications of rules, so that bots of Slack or Teams can report them.
        </p>
      </div>
      {error && !data && <ErrorBanner error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Waiting>Loading the webhook…</Waiting>}
      {save.data ? (
        <NewSecret secret={save.data.secret} onDone={() => save.reset()} />
      ) : (
        data && <WebhookForm key={data.webhook?.createdAt} url={data.webhook?.url ?? ''} save={save} />
      )}
      {data?.webhook && <Deliveries deliveries={data.deliveries} />}
    </section>
  );
}

interface WebhookFormProps {
  /** Empty without a webhook. */
  readonly url: string;
  readonly save: ReturnType<typeof useSaveInboxWebhook>;
}

/** The form of the address. Saving it replaces the secret. */
function WebhookForm({ url, save }: WebhookFormProps) {
  const [text, setText] = useState(url);
  const [isRemoving, setRemoving] = useState(false);
  const send = useSendInboxEvent();
  const remove = useRemoveInboxWebhook();
  return (
    <>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) save.mutate(text);
        }}
      >
        <TextField
          label="URL"
          type="url"
          required
          maxLength={2_000}
          placeholder="https://bot.example.com/shipmate"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="flex-1 basis-64"
        />
        <Button type="submit" variant="primary" isBusy={save.isPending}>
          {url === '' ? 'Save webhook' : text === url ? 'Replace secret' : 'Save webhook'}
        </Button>
        {url !== '' && (
          <>
            <Button isBusy={send.isPending} onClick={() => send.mutate(undefined)}>
              Send test event
            </Button>
            <Button onClick={() => setRemoving(true)}>Remove webhook</Button>
          </>
        )}
      </form>
      {save.error && <ErrorBanner error={save.error} />}
      {send.error && <ErrorBanner error={send.error} />}
      <Dialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title="Remove webhook"
        description="No further events are sent, and the list of deliveries is deleted."
      >
        {remove.error && <ErrorBanner error={remove.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={() => setRemoving(false)}>Keep</Button>
          <Button
            variant="danger"
            isBusy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: () => setRemoving(false) })}
          >
            Remove webhook
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** The secret of the webhook, shown only once. */
function NewSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  return (
    <div className="space-y-3">
      <div role="status">
        <Banner tone="caution">
          Copy the secret now; it is not shown again. The receiver verifies requests with it.
        </Banner>
      </div>
      <CodeBlock label="Secret">{secret}</CodeBlock>
      <Button onClick={onDone}>Done</Button>
    </div>
  );
}

/** The last deliveries with their states. */
function Deliveries({ deliveries }: { readonly deliveries: readonly InboxDeliveryView[] }) {
  const retry = useSendInboxEvent();
  if (deliveries.length === 0) {
    return <p className="text-muted text-xs">No deliveries yet. Send a test event to try the address.</p>;
  }
  return (
    <>
      {retry.error && <ErrorBanner error={retry.error} onDismiss={() => retry.reset()} />}
      <DataTable
        caption="Webhook deliveries"
        columns={[
          ...deliveryColumns,
          {
            id: 'answer',
            label: 'Answer',
            text: describeAnswer,
            render: (delivery) => (
              <span className="flex min-w-40 flex-wrap items-center gap-2">
                {describeAnswer(delivery)}
                {delivery.status === 'dead' && (
                  <Button
                    isBusy={retry.isPending && retry.variables === delivery.id}
                    onClick={() => retry.mutate(delivery.id)}
                  >
                    Send again
                  </Button>
                )}
              </span>
            ),
          },
        ]}
        rows={deliveries}
        keyOf={({ id }) => id}
      />
    </>
  );
}

const eventWords: Readonly<Record<InboxDeliveryView['type'], string>> = {
  'inbox.item.created': 'New item',
  'inbox.item.decided': 'Decision',
  'inbox.test': 'Test',
  'notification.created': 'Notification',
};

const stateWords: Readonly<Record<InboxDeliveryView['status'], { readonly word: string; readonly tone: StateTone }>> = {
  pending: { word: 'Queued', tone: 'neutral' },
  delivered: { word: 'Delivered', tone: 'success' },
  dead: { word: 'Failed', tone: 'failure' },
  dropped: { word: 'Obsolete', tone: 'neutral' },
};

/** Describes the state of a delivery; a delivery that failed and is tried again is not new. */
function toState({ status, attempts }: InboxDeliveryView): { readonly word: string; readonly tone: StateTone } {
  return status === 'pending' && attempts > 0 ? { word: 'Retrying', tone: 'waiting' } : stateWords[status];
}

function describeEvent({ type, item }: InboxDeliveryView): string {
  return item ? `${eventWords[type]}: ${item.kind.replaceAll('_', ' ')}` : eventWords[type];
}

function describeAnswer({ error, responseStatus }: InboxDeliveryView): string {
  return error ?? (responseStatus === null ? '' : `Status ${responseStatus}`);
}

const deliveryColumns: readonly TableColumn<InboxDeliveryView>[] = [
  {
    id: 'when',
    label: 'When',
    text: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <RelativeTime at={createdAt} className="whitespace-nowrap" />,
  },
  {
    id: 'event',
    label: 'Event',
    text: describeEvent,
    render: (delivery) => (
      <span title={delivery.id} className="whitespace-nowrap">
        {describeEvent(delivery)}
      </span>
    ),
  },
  {
    id: 'state',
    label: 'State',
    text: (delivery) => toState(delivery).word,
    render: (delivery) => (
      <StateBadge tone={toState(delivery).tone} icon={delivery.status === 'pending' ? Clock : undefined}>
        {toState(delivery).word}
      </StateBadge>
    ),
  },
  {
    id: 'attempts',
    label: 'Attempts',
    align: 'end',
    text: ({ attempts }) => String(attempts),
    sortBy: ({ attempts }) => attempts,
  },
];
