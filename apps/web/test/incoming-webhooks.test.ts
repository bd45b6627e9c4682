import { newId } from '@shipmate/domain';
import { matchEvents } from '@shipmate/domain/use-cases';
import type { EntityListResponse, EntityRowListResponse } from '@shipmate/protocol/web/entities';
import type {
  DeliveryResponse,
  IncomingWebhookListResponse,
  IncomingWebhookSecretResponse,
} from '@shipmate/protocol/web/incoming-webhooks';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliveryLimits } from '../src/incoming-webhooks/delivery-rate.ts';
import { read, readError } from './read-json.ts';
import { signInColleague } from './sign-in-colleague.ts';
import { startWeb, type TestWeb } from './start-web.ts';

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web[Symbol.asyncDispose]());

const declared = {
  name: 'deploys',
  fields: [
    { name: 'service', type: 'text' },
    { name: 'seconds', type: 'integer', path: 'timing.seconds' },
  ],
};

interface Sent {
  readonly id?: string;
  readonly at?: Date;
  readonly headers?: Readonly<Record<string, string>>;
}

async function setUp() {
  const browser = await web.signIn();
  const created = await browser.post('/api/incoming-webhooks', declared);
  const { webhook, secret } = await read<IncomingWebhookSecretResponse>(created);
  /** Signs a body and sends it, as another system does. */
  const send = (body: unknown, { id = newId(), at = new Date(), headers = {} }: Sent = {}, by = secret) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return fetch(new URL(webhook.path, web.url), {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': new Webhook(by).sign(id, at, text),
        ...headers,
      },
    });
  };
  return { browser, webhook, secret, send };
}

const body = { service: 'api', timing: { seconds: 12 } };

it('a signed delivery is a row of its entity and starts rules once', async () => {
  const { browser, send } = await setUp();
  const { principal } = browser.tenant;
  const { rules, ruleExecutions } = web.unitOfWork.stores;
  const rule = await rules.create(principal, {
    id: newId(),
    definition: {
      name: 'Slow deploys',
      description: '',
      isActive: true,
      entity: 'webhooks.deploys',
      trigger: 'on_create',
      triggerConditions: [{ field_name: 'seconds', operator: 'greater_than', value: 10 }],
      actions: [],
      edges: [],
    },
  });
  const id = newId();
  const first = await send(body, { id });
  expect([first.status, await read<DeliveryResponse>(first)]).toEqual([202, { isKnown: false }]);
  expect(await read<DeliveryResponse>(await send(body, { id }))).toEqual({ isKnown: true });
  await matchEvents(web.unitOfWork, 50);
  expect(await ruleExecutions.listForRule(principal, rule.id, { offset: 0, limit: 10 })).toMatchObject([
    { event: { row: { service: 'api', seconds: 12, delivery_id: id, body } } },
  ]);
  const { entities } = await read<EntityListResponse>(await browser.fetch('/api/entities'));
  expect(entities.map(({ name }) => name)).toEqual(expect.arrayContaining(['platform.findings', 'webhooks.deploys']));
  const { rows } = await read<EntityRowListResponse>(await browser.fetch('/api/entities/webhooks.deploys/rows'));
  expect(rows).toMatchObject([{ service: 'api', seconds: 12 }]);
  const list = await read<IncomingWebhookListResponse>(await browser.fetch('/api/incoming-webhooks'));
  expect(list.webhooks).toMatchObject([{ entity: 'webhooks.deploys', lastDeliveryAt: expect.any(String) }]);
});

it('a delivery with a wrong signature, an old time or another body is refused', async () => {
  const { send } = await setUp();
  const wrong = `whsec_${Buffer.from('another secret').toString('base64')}`;
  const id = newId();
  const signature = new Webhook(wrong).sign(id, new Date(), JSON.stringify(body));
  for (const refused of [
    send(body, {}, wrong),
    send(body, { at: new Date(Date.now() - 10 * 60_000) }),
    send(body, { at: new Date(Date.now() + 10 * 60_000) }),
    send(body, { id, headers: { 'webhook-signature': signature } }),
    send(body, { headers: { 'webhook-signature': '' } }),
    send(body, { headers: { 'webhook-id': '' } }),
  ]) {
    expect(await readError(await refused)).toEqual([401, 'UNAUTHORIZED']);
  }
  expect(await readError(await send({ ...body, timing: { seconds: 'long' } }))).toEqual([400, 'VALIDATION_ERROR']);
  expect(await readError(await send('not JSON'))).toEqual([400, 'VALIDATION_ERROR']);
  expect(await readError(await send({ text: 'x'.repeat(300 * 1_024) }))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

it('deliveries without a valid signature are limited apart from the others', async () => {
  const { send } = await setUp();
  const statuses = new Set<number>();
  for (let count = 0; count <= deliveryLimits.invalid; count += 1) {
    statuses.add((await send(body, { headers: { 'webhook-signature': 'v1,x' } })).status);
  }
  expect(statuses).toEqual(new Set([401, 429]));
  expect((await send(body)).status).toBe(202);
});

it('a new secret invalidates the old one, and a removed webhook is not found', async () => {
  const { browser, webhook, secret, send } = await setUp();
  const path = `/api/incoming-webhooks/${webhook.id}`;
  const renewed = await read<IncomingWebhookSecretResponse>(await browser.post(`${path}/secret`, {}));
  expect(renewed.secret).not.toBe(secret);
  expect((await send(body)).status).toBe(401);
  expect((await send(body, {}, renewed.secret)).status).toBe(202);
  expect((await browser.fetch(path, { method: 'DELETE' })).status).toBe(204);
  expect(await readError(await send(body, {}, renewed.secret))).toEqual([404, 'NOT_FOUND']);
  const entries = await web.unitOfWork.stores.audit.list(browser.tenant.principal, { limit: 10 });
  expect(
    entries
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('incoming_webhook'))
      .toSorted(),
  ).toEqual(['incoming_webhook_created', 'incoming_webhook_removed', 'incoming_webhook_secret_renewed']);
});

it('members who are no owners see webhooks and do not change them', async () => {
  const { browser, webhook } = await setUp();
  const colleague = await signInColleague(web, browser);
  expect(await read(await colleague.fetch('/api/incoming-webhooks'))).toMatchObject({ webhooks: [{ id: webhook.id }] });
  const refusals = [
    colleague.post('/api/incoming-webhooks', { ...declared, name: 'other' }),
    colleague.post(`/api/incoming-webhooks/${webhook.id}/secret`, {}),
    colleague.fetch(`/api/incoming-webhooks/${webhook.id}`, { method: 'DELETE' }),
  ];
  for (const refusal of refusals) expect(await readError(await refusal)).toEqual([404, 'NOT_FOUND']);
  const taken = await browser.post('/api/incoming-webhooks', declared);
  expect(await readError(taken)).toEqual([409, 'CONFLICT']);
  const reserved = await browser.post('/api/incoming-webhooks', {
    name: 'x',
    fields: [{ name: 'body', type: 'text' }],
  });
  expect(await readError(reserved)).toEqual([400, 'VALIDATION_ERROR']);
});
