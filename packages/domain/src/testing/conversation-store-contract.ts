import { describe, expect, it } from 'vitest';
import { userMessage, type Message } from '@shipmate/core';
import { contextTypes } from '../conversation/conversation.ts';
import { newId } from '../identifier/id.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { newTestWorkspace } from './new-test-workspace.ts';
import { nextMillisecond } from './next-millisecond.ts';

/** Texts that storage tends to alter or refuse. */
const awkward = 'NUL \0, lone \ud800 surrogate, 😀, \u2028, "quotes", \\u0000, 1e400';

const question = (text: string) => ({ id: newId(), runId: null, message: userMessage(text) });

/** Runs the contract of every `ConversationStore`. */
export function conversationStoreContract(open: OpenDatabase): void {
  describe('ConversationStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const { conversations, workspaces } = unitOfWork.stores;
      const { id: workspaceId } = await workspaces.create(principal, newTestWorkspace());
      const conversation = await conversations.create(principal, { id: newId(), workspaceId, contextType: 'chart' });
      return { unitOfWork, principal, conversations, workspaceId, conversation };
    }

    it('creates conversations of every type, with and without a workspace', async () => {
      const { conversations, principal, workspaceId } = await setUp();
      for (const contextType of contextTypes) {
        for (const workspace of [workspaceId, null]) {
          const id = newId();
          const made = await conversations.create(principal, { id, workspaceId: workspace, contextType });
          expect(made).toMatchObject({
            id,
            contextType,
            title: null,
            clientId: null,
            workspaceId: workspace,
            userId: principal.userId,
            organizationId: principal.organizationId,
          });
          expect(await conversations.get(principal, id)).toEqual(made);
          expect(await conversations.find(principal, id)).toEqual(made);
        }
      }
    });

    it('refuses an id that is taken', async () => {
      const { conversations, principal, conversation } = await setUp();
      const { id, contextType, workspaceId } = conversation;
      await expect(conversations.create(principal, { id, workspaceId, contextType })).rejects.toMatchObject({
        code: 'CONFLICT',
      });
    });

    describe("a client's id", () => {
      it('finds the conversation of its user, as the id itself does', async () => {
        const { conversations, principal, workspaceId } = await setUp();
        const id = newId();
        const made = await conversations.create(principal, {
          id,
          workspaceId,
          contextType: 'chart',
          clientId: "tab '1' \0",
        });
        expect(made.clientId).toBe("tab '1' \uFFFD");
        for (const name of [id, "tab '1' \0"]) {
          expect(await conversations.find(principal, name)).toEqual(made);
          expect(await conversations.get(principal, name)).toEqual(made);
        }
      });

      it('finds another conversation for another user', async () => {
        const { unitOfWork, conversations, principal } = await setUp();
        const { principal: other } = await createTestTenant(unitOfWork);
        const clientId = newId();
        const create = (by: typeof principal) =>
          conversations.create(by, { id: newId(), workspaceId: null, contextType: 'plain', clientId });
        const own = await create(principal);
        expect(await conversations.find(other, clientId)).toBeUndefined();
        const others = await create(other);
        expect((await conversations.find(principal, clientId))?.id).toBe(own.id);
        expect((await conversations.find(other, clientId))?.id).toBe(others.id);
        expect(await conversations.find(other, own.id)).toBeUndefined();
      });

      it('gives way to an id of the same text', async () => {
        const { conversations, principal, conversation } = await setUp();
        const clientId = conversation.id;
        await conversations.create(principal, { id: newId(), workspaceId: null, contextType: 'plain', clientId });
        expect((await conversations.get(principal, clientId)).id).toBe(conversation.id);
      });

      it('is refused when the user has a conversation with it, and the transaction stays usable', async () => {
        const { unitOfWork, principal } = await setUp();
        const made = { workspaceId: null, contextType: 'plain', clientId: 'tab-1' } as const;
        const opened = await Promise.all(
          [1, 2, 3].map(() =>
            unitOfWork.transaction(async ({ conversations }) => {
              const error = await conversations.create(principal, { id: newId(), ...made }).then(
                () => undefined,
                ({ code }: { code: string }) => code,
              );
              return [error, (await conversations.get(principal, 'tab-1')).id];
            }),
          ),
        );
        expect(opened.map(([error]) => error ?? 'created').toSorted((one, other) => one.localeCompare(other))).toEqual([
          'CONFLICT',
          'CONFLICT',
          'created',
        ]);
        expect(new Set(opened.map(([, id]) => id)).size).toBe(1);
      });
    });

    it.each([newId(), 'no-id', ''])('returns nothing for the unknown id "%s"', async (id) => {
      const { conversations, principal } = await setUp();
      expect(await conversations.find(principal, id)).toBeUndefined();
      await expect(conversations.get(principal, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('lists the conversations of a workspace, the most recently active first', async () => {
      const { conversations, principal, workspaceId, conversation } = await setUp();
      const newer = await conversations.create(principal, { id: newId(), workspaceId, contextType: 'chart' });
      await conversations.create(principal, { id: newId(), workspaceId: null, contextType: 'chart' });
      expect(await conversations.listForWorkspace(principal, workspaceId)).toEqual([newer, conversation]);
      await nextMillisecond();
      await conversations.appendMessages(principal, conversation.id, [question('Back to the first one')]);
      await conversations.setTitle(principal, newer.id, 'A title is not said');
      const listed = await conversations.listForWorkspace(principal, workspaceId);
      expect(listed.map(({ id }) => id)).toEqual([conversation.id, newer.id]);
    });

    describe('search', () => {
      async function setUpSearch() {
        const setup = await setUp();
        const { conversations, principal, workspaceId, conversation } = setup;
        const other = await conversations.create(principal, { id: newId(), workspaceId, contextType: 'chart' });
        await conversations.setTitle(principal, other.id, 'Raise the 100% limit of a_b');
        const texts = ['Add Redis as a dependency', awkward, 'Then bump Redis to 8\\1'];
        await nextMillisecond();
        await conversations.appendMessages(principal, conversation.id, texts.map(question));
        const search = async (...words: string[]) =>
          (await conversations.search(principal, workspaceId, { words, limit: 50 })).items.map(
            ({ conversation: { id }, text }) => ({
              found: id === other.id ? 'by title' : 'by message',
              text,
            }),
          );
        return { ...setup, search };
      }

      it.each([
        [['redis'], [{ found: 'by message', text: 'Then bump Redis to 8\\1' }]],
        [['DEPEND', 'redis'], [{ found: 'by message', text: 'Add Redis as a dependency' }]],
        [['dependency', 'bump'], []],
        [['limit', 'raise'], [{ found: 'by title', text: null }]],
        [['0%'], [{ found: 'by title', text: null }]],
        [['e%l'], []],
        [['a_b'], [{ found: 'by title', text: null }]],
        [['a_d'], []],
        [['8\\1'], [{ found: 'by message', text: 'Then bump Redis to 8\\1' }]],
        [["'; drop table message; --"], []],
        [['NUL \0,'], [{ found: 'by message', text: expect.stringMatching(/^NUL \uFFFD/) }]],
      ])('matches %j', async (words, expected) => {
        const { search } = await setUpSearch();
        expect(await search(...words)).toEqual(expected);
      });

      it('returns every conversation without words', async () => {
        const { search } = await setUpSearch();
        expect(await search()).toHaveLength(2);
      });

      it('returns pages, with and without words', async () => {
        const { conversations, principal, workspaceId, conversation } = await setUpSearch();
        await conversations.setTitle(principal, conversation.id, 'Raise the other limit');
        for (const words of [[], ['limit']]) {
          const first = await conversations.search(principal, workspaceId, { words, limit: 1 });
          const before = first.next ?? '';
          const second = await conversations.search(principal, workspaceId, { words, limit: 1, before });
          const ids = [first, second].flatMap(({ items }) => items.map((item) => item.conversation.id));
          expect(ids[0]).toBe(conversation.id);
          expect(new Set(ids).size).toBe(2);
          expect(second.next).toBeNull();
        }
        await expect(
          conversations.search(principal, workspaceId, { words: [], limit: 1, before: 'first' }),
        ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
      });

      it('returns no hidden message', async () => {
        const { search, conversations, principal, conversation } = await setUpSearch();
        await conversations.hideFromSearch(principal, conversation.id, 3);
        expect(await search('redis')).toEqual([{ found: 'by message', text: 'Add Redis as a dependency' }]);
        expect(await search('bump')).toEqual([]);
        expect(await conversations.listMessages(principal, conversation.id)).toHaveLength(3);
      });
    });

    it('removes a conversation with its messages, its runs and their logs', async () => {
      const { unitOfWork, conversations, principal, workspaceId, conversation } = await setUp();
      const { runs } = unitOfWork.stores;
      const run = { id: newId(), conversationId: conversation.id, workspaceId, model: 'm' };
      await runs.create(principal, run);
      await runs.appendEvents({ runId: run.id }, [{ type: 'run_started', model: 'm' }]);
      const asked = question('Gone soon');
      await conversations.appendMessages(principal, conversation.id, [
        asked,
        { ...question('Gone too'), runId: run.id, replacesId: asked.id },
      ]);
      await conversations.remove(principal, conversation.id);
      expect(await conversations.find(principal, conversation.id)).toBeUndefined();
      expect(await runs.listEvents(run.id, { after: 0, limit: 10 })).toEqual([]);
      await expect(conversations.remove(principal, conversation.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('sets a title with any characters that a model writes', async () => {
      const { conversations, principal, conversation } = await setUp();
      await conversations.setTitle(principal, conversation.id, 'Add\0Redis');
      expect((await conversations.get(principal, conversation.id)).title).toBe('Add\uFFFDRedis');
    });

    it('appends messages at the next positions', async () => {
      const { conversations, principal, conversation } = await setUp();
      const append = (...texts: string[]) =>
        conversations.appendMessages(
          principal,
          conversation.id,
          texts.map((text) => ({ id: newId(), runId: null, message: userMessage(text) })),
        );
      await append('one');
      await append();
      await append('two', 'three');
      const messages = await conversations.listMessages(principal, conversation.id);
      expect(messages.map(({ position, message }) => [position, message])).toEqual([
        [1, userMessage('one')],
        [2, userMessage('two')],
        [3, userMessage('three')],
      ]);
    });

    it('lists the last messages before a position, and the replaced questions', async () => {
      const { conversations, principal, conversation } = await setUp();
      const messages = ['one', 'two', 'three', 'four'].map(question);
      const last = { ...question('five'), replacesId: messages[1]?.id ?? '' };
      await conversations.appendMessages(principal, conversation.id, [...messages, last]);
      const positions = async (before: number | undefined, limit: number) =>
        (await conversations.listMessages(principal, conversation.id, { before, limit })).map(
          ({ position }) => position,
        );
      expect(await positions(undefined, 2)).toEqual([4, 5]);
      expect(await positions(4, 2)).toEqual([2, 3]);
      expect(await positions(2, 2)).toEqual([1]);
      expect(await conversations.listReplacements(principal, conversation.id)).toEqual([
        { position: 5, replacedPosition: 2 },
      ]);
    });

    it('appends messages of concurrent writers without losing a position', async () => {
      const { conversations, principal, conversation } = await setUp();
      await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          conversations.appendMessages(principal, conversation.id, [
            { id: newId(), runId: null, message: userMessage(`${index}`) },
          ]),
        ),
      );
      const messages = await conversations.listMessages(principal, conversation.id);
      expect(messages.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    });

    it('returns messages exactly, including the order of keys and awkward characters', async () => {
      const { conversations, principal, conversation } = await setUp();
      const messages: Message[] = [
        userMessage(awkward),
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: awkward, metadata: { anthropic: { signature: 'c2ln', z: 1, a: [null, 0.1] } } },
            { type: 'tool_call', id: 'call_1', name: 'x', input: { zebra: 1, a: { deep: [awkward] }, bb: 1e21 } },
            { type: 'tool_call', id: 'call_2', name: 'x', input: '{"cut', malformed: true },
          ],
        },
        { role: 'tool', content: [{ type: 'tool_result', id: 'call_1', name: 'x', output: awkward, isError: false }] },
      ];
      const appended = messages.map((message) => ({ id: newId(), runId: null, message }));
      await conversations.appendMessages(principal, conversation.id, appended);
      const stored = await conversations.listMessages(principal, conversation.id);
      expect(stored.map(({ message }) => JSON.stringify(message))).toEqual(messages.map((m) => JSON.stringify(m)));
    });

    it('stores a BigInt in a tool call’s input by its digits instead of failing', async () => {
      const { conversations, principal, conversation } = await setUp();
      const message: Message = {
        role: 'assistant',
        content: [{ type: 'tool_call', id: 'call_1', name: 'x', input: { big: 2n ** 70n } }],
      };
      await conversations.appendMessages(principal, conversation.id, [{ id: newId(), runId: null, message }]);
      const [stored] = await conversations.listMessages(principal, conversation.id);
      expect(stored?.message.content[0]).toMatchObject({ input: { big: '1180591620717411303424' } });
    });

    it('stores a message with its run, and with the question that it replaces', async () => {
      const { unitOfWork, conversations, principal, conversation } = await setUp();
      const runId = newId();
      await unitOfWork.stores.runs.create(principal, {
        id: runId,
        conversationId: conversation.id,
        workspaceId: null,
        model: 'demo:scripted',
      });
      const message = { id: newId(), runId, message: userMessage('hello') };
      const edited = { id: newId(), runId, replacesId: message.id, message: userMessage('hello you') };
      await conversations.appendMessages(principal, conversation.id, [message, edited]);
      const stored = await conversations.listMessages(principal, conversation.id);
      expect(stored).toMatchObject([{ ...message, replacesId: null }, edited]);
    });
  });
}
