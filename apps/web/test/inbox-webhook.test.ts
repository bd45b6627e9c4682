import type { ErrorEnvelope } from '@shipmate/protocol/error';
import type { InboxWebhookResponse, InboxWebhookSecret } from '@shipmate/protocol/web/inbox-webhook';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { signInColleague } from './sign-in-colleague.ts';
import { startWeb } from './start-web.ts';

const path = '/api/organization/inbox-webhook';

it('owners set, test and remove the inbox webhook of their organization; others get 404', async () => {
  await using web = await startWeb({ toolEnvironment: { WEBHOOK_ALLOWED_HOSTS: ['bot.example.test'] } });
  const owner = await web.signIn();
  const get = async () => read<InboxWebhookResponse>(await owner.fetch(path));
  expect(await get()).toEqual({ webhook: null, deliveries: [] });
  expect(await readError(await owner.post(`${path}/test`, {}))).toEqual([404, 'NOT_FOUND']);

  const refused = await owner.send('PUT', path, { url: 'https://evil.example.test/' });
  expect((await read<ErrorEnvelope>(refused)).message).toContain('WEBHOOK_ALLOWED_HOSTS');
  const url = 'https://bot.example.test/inbox';
  const set = async () => read<InboxWebhookSecret>(await owner.send('PUT', path, { url }));
  const { secret } = await set();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect((await set()).secret).not.toBe(secret);
  expect((await owner.post(`${path}/test`, {})).status).toBe(204);
  const { webhook, deliveries } = await get();
  expect(webhook?.url).toBe(url);
  expect(deliveries).toMatchObject([{ type: 'inbox.test', item: null, status: 'pending', attempts: 0 }]);

  const colleague = await signInColleague(web, owner);
  for (const response of [await colleague.fetch(path), await colleague.send('PUT', path, { url })]) {
    expect(await readError(response)).toEqual([404, 'NOT_FOUND']);
  }
  expect((await owner.send('DELETE', path, undefined)).status).toBe(204);
  expect(await get()).toEqual({ webhook: null, deliveries: [] });
});
