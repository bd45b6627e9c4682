import { newId } from '@shipmate/domain';
import { createTestRun } from '@shipmate/domain/testing';
import type {
  ChannelMessagesResponse,
  ChannelMessageView,
  ChannelView,
  ProjectListResponse,
  ProjectResponse,
  ProjectView,
} from '@shipmate/protocol/web/projects';
import type { RepositoryView } from '@shipmate/protocol/web/repositories';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import { beforeAll, expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { signInColleague } from './sign-in-colleague.ts';
import { startWeb, type TestWeb } from './start-web.ts';

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb();
  return () => web.close();
});

/** Creates a project of a new person. */
async function createProject(name: string) {
  const browser = await web.signIn();
  const response = await browser.post('/api/projects', { name, description: ' Sells things ' });
  expect(response.status).toBe(201);
  const project = await read<ProjectView>(response);
  const path = `/api/projects/${project.id}`;
  const show = async () => read<ProjectResponse>(await browser.fetch(path));
  return { browser, project, path, show };
}

it('creates a project with a channel and shows its repositories, and refuses a name that is taken or empty', async () => {
  const { browser, project, show } = await createProject('Shop');
  expect(project).toMatchObject({ name: 'Shop', description: 'Sells things' });
  const { projects } = await read<ProjectListResponse>(await browser.fetch('/api/projects'));
  expect(projects).toEqual([project]);
  const remote = { name: 'shop', remoteUrl: 'https://git.example.test/shop.git', projectId: project.id };
  const repository = await read<RepositoryView>(await browser.post('/api/repositories', remote));
  await browser.post('/api/repositories', { ...remote, name: 'other', projectId: null });
  const { userId } = browser.tenant.principal;
  expect(await show()).toEqual({
    project,
    members: [{ userId, name: browser.tenant.user.name, email: browser.tenant.user.email }],
    others: [],
    channels: [{ id: expect.any(String), name: 'general' }],
    repositories: [{ id: repository.id, name: 'shop' }],
  });
  expect(await readError(await browser.post('/api/projects', { name: 'Shop' }))).toEqual([409, 'CONFLICT']);
  expect(await readError(await browser.post('/api/projects', { name: ' ' }))).toEqual([400, 'VALIDATION_ERROR']);
});

it('sends messages, and returns them with those of agents in pages, newest first', async () => {
  const { browser, path } = await createProject('Chat');
  const channel = await read<ChannelView>(await browser.post(`${path}/channels`, { name: 'alerts' }));
  const messages = `${path}/channels/${channel.id}/messages`;
  const first = await read<ChannelMessageView>(await browser.post(messages, { content: 'Hello\n<b>all</b>' }));
  const { id: userId, name: userName } = browser.tenant.user;
  expect(first).toMatchObject({ userId, userName, runId: null, content: 'Hello\n<b>all</b>' });
  const { principal } = browser.tenant;
  const runId = await createTestRun(web.unitOfWork, principal);
  const sentBy = { runId, toolCallId: 'call_1' };
  const sent = { id: newId(), channelId: channel.id, content: 'Fixed.', sentBy };
  await web.unitOfWork.stores.projects.appendMessage(principal, sent);
  const page = await read<ChannelMessagesResponse>(await browser.fetch(`${messages}?limit=1`));
  expect(page).toMatchObject({ messages: [{ runId, content: 'Fixed.' }], next: page.messages[0]?.id });
  const rest = await read<ChannelMessagesResponse>(await browser.fetch(`${messages}?before=${page.next}`));
  expect(rest).toEqual({ messages: [first], next: null });
  expect(await readError(await browser.post(messages, { content: ' ' }))).toEqual([400, 'VALIDATION_ERROR']);
  const again = await browser.post(`${path}/channels`, { name: 'alerts' });
  expect(await readError(again)).toEqual([409, 'CONFLICT']);
});

it('names the email address of people to signed-in members of the project only', async () => {
  const { browser, path, show } = await createProject('People');
  const colleague = await signInColleague(web, browser);
  const { id: userId, name, email } = colleague.tenant.user;
  expect((await show()).others).toEqual([{ userId, name, email }]);
  const { secret } = await read<CreateApiTokenResponse>(
    await browser.post('/api/tokens', { name: 'A program', expiresInDays: null, scopes: ['code:read'] }),
  );
  const program = web.openBrowser({ authorization: `Bearer ${secret}` });
  const named = await read<ProjectResponse>(await program.fetch(path));
  expect([...named.members, ...named.others].map((person) => person.email)).toEqual([null, null]);
  const refused = await colleague.fetch(path);
  expect([refused.status, await refused.text()]).toEqual([404, expect.not.stringContaining('@')]);
});

it('answers 404 about a channel of another project of the same person', async () => {
  const { browser, show } = await createProject('One');
  const [channel] = (await show()).channels;
  const other = await read<ProjectView>(await browser.post('/api/projects', { name: 'Two' }));
  const path = `/api/projects/${other.id}/channels/${channel?.id}/messages`;
  expect((await browser.fetch(path)).status).toBe(404);
  expect((await browser.post(path, { content: 'Hello' })).status).toBe(404);
});

it('keeps the last member, and deletes a project', async () => {
  const { browser, path, show } = await createProject('Team');
  const { userId } = browser.tenant.principal;
  expect((await browser.send('PUT', `${path}/members/${userId}`, {})).status).toBe(204);
  const last = await browser.fetch(`${path}/members/${userId}`, { method: 'DELETE' });
  expect([last.status, await last.json()]).toMatchObject([
    409,
    { code: 'CONFLICT', message: 'A project keeps at least one member. Add another one first, or delete the project.' },
  ]);
  expect((await show()).members).toHaveLength(1);
  expect((await browser.fetch(path, { method: 'DELETE' })).status).toBe(204);
  expect((await browser.fetch(path)).status).toBe(404);
});
