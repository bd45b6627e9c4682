import { AppError, type Message, type Principal } from '@shipmate/core';
import { isId, newId, type Stores } from '@shipmate/domain';
import {
  toExchanges,
  toHistory,
  type ClientConversation,
  type ContextType,
  type Conversation,
} from '@shipmate/domain/conversation';
import type { LeaseRequest, Persona, ConversationRun, RunOrigin, RunRetry } from '@shipmate/domain/run';
import { beginPlan, requireAllowance, resumePlan } from '@shipmate/domain/use-cases';
import type { Workspace } from '@shipmate/domain/workspace';
import { profileFor } from '../../profiles/profiles.ts';
import { beingAnswered } from './being-answered.ts';
import { placeQuestion, type AskedQuestion } from './place-question.ts';
import { toPricedModel } from '../budget/to-priced-model.ts';
import { toStorable } from '../log/to-storable.ts';

/** A question for a run to answer. */
export interface RunRequest extends AskedQuestion {
  /** The id of the run: an unused UUID. Default: a new one. */
  readonly runId?: string;
  /** Messages before the question, from another channel; ignored when the conversation exists. */
  readonly earlier?: readonly Message[];
  /** Our id for the conversation if it is new. */
  readonly conversationId: string;
  /** The caller's conversation with this id or client's id is continued; a new one gets it as its client's id. */
  readonly clientConversationId?: string | undefined;
  readonly workspaceId: string | null;
  /** The revision of the workspace that the person saw. */
  readonly revisionNumber?: number | undefined;
  readonly contextType: ContextType;
  /**
   * For a client with conversation ids of its own; if the client already maps to a conversation of ours, that one is
   * used.
   */
  readonly client?: Pick<ClientConversation, 'clientId' | 'context'>;
  /** `provider:model`. */
  readonly model: string;
  /** Default `chat`. */
  readonly origin?: RunOrigin;
  /** True when the run continues without a reader of its events. Default true. */
  readonly detached?: boolean;
  /** Limits what the run may change; no limits by default. It is stored with the run. */
  readonly persona?: Persona | undefined;
  /** The plan for the run to apply. */
  readonly planId?: string | undefined;
}

/**
 * A run request with a lease for an executor that begins at once; without a lease, the run is queued for any executor.
 */
export interface NewRunRequest extends RunRequest {
  readonly lease: LeaseRequest | undefined;
  /** Default `answer`. */
  readonly kind?: ConversationRun['kind'];
  /** The run that it retries; the question is taken from that run. */
  readonly retryOf?: RunRetry;
}

/** A created run that waits for its execution. */
export interface BegunRun {
  readonly conversation: Conversation;
  readonly run: ConversationRun;
  /** The conversation so far, including the question as its last message. */
  readonly history: readonly Message[];
  /** The sequence number of the run's last event. */
  readonly position: number;
}

/**
 * Stores a question and the run that will answer it; creates the conversation when the id is new. A stored question
 * gets another run, and the model does not receive the answers of its earlier runs or any message from a replaced
 * question onwards.
 *
 * @throws AppError `NOT_FOUND` when the workspace or the conversation belongs to another tenant or there is no question
 * to answer again, `CONFLICT` while the conversation has a run that has not ended, when the question to replace has
 * been replaced already, when the plan is not open, and when `revisionNumber` is not the current revision,
 * `VALIDATION_ERROR` when the profile requires a workspace or refuses one; as `requireAllowance` does.
 */
export async function beginRun(stores: Stores, principal: Principal, request: NewRunRequest): Promise<BegunRun> {
  const { conversations, runs, workspaces } = stores;
  requireOwnPlace(request);
  // The locks serialize simultaneous questions, so that the second finds the first's run.
  if (request.workspaceId !== null) {
    requireCurrentRevision(await workspaces.lock(principal, request.workspaceId), request.revisionNumber);
  }
  const conversation = await findOrCreate(stores, principal, request);
  await conversations.lock(principal, conversation.id);
  const active = await runs.findActive(principal, conversation.id);
  if (active) throw beingAnswered(active.id);
  const messages = await conversations.listMessages(principal, conversation.id);
  const exchanges = toExchanges(await runs.listForConversation(principal, conversation.id), messages);
  const { question, earlier, isStored, replacesId, voidFrom } = placeQuestion(exchanges, messages, request);
  const { workspaceId, model, origin, detached, persona, planId, lease, kind, retryOf, runId = newId() } = request;
  await requireAllowance(stores, principal, toPricedModel(model));
  const run = await runs.create(principal, {
    id: runId,
    kind,
    conversationId: conversation.id,
    workspaceId,
    model,
    ...(origin && { origin }),
    ...(detached !== undefined && { detached }),
    persona,
    retryOf,
    ...(lease && { lease }),
  });
  const details = { conversationId: conversation.id, model, origin: run.origin };
  await stores.audit.append(principal, { kind: 'run_asked', subjectId: run.id, workspaceId, details });
  if (planId !== undefined) await beginPlan(stores, principal, { planId, run });
  else if (isStored) await resumePlan(stores, principal, { earlierRun: exchanges.at(-1)?.run, run });
  if (voidFrom !== null) await conversations.hideFromSearch(principal, conversation.id, voidFrom);
  if (!isStored) {
    const clientId = request.messageId ?? null;
    await conversations.appendMessages(principal, conversation.id, [
      { id: newId(), clientId, runId: run.id, replacesId, message: question },
    ]);
  }
  const position = await runs.appendEvents({ runId: run.id, ...(lease && { owner: lease.owner }) }, [
    { type: 'run_started', model },
  ]);
  return { conversation, run, history: [...toHistory(earlier), question], position };
}

function requireOwnPlace({ contextType, workspaceId, revisionNumber }: RunRequest): void {
  const { workspace } = profileFor(contextType);
  if (workspace === 'required' && workspaceId === null) {
    throw invalidRequest(
      'workspaceId',
      `A question to the agent "${contextType}" needs a workspace. Name it in workspaceId.`,
    );
  }
  if (workspace === 'refused' && workspaceId !== null) {
    const reason = `A question to the agent "${contextType}" belongs to no workspace.`;
    throw invalidRequest('workspaceId', `${reason} Leave the workspace out, or ask about the chart.`);
  }
  if (revisionNumber !== undefined && workspaceId === null) {
    throw invalidRequest(
      'revisionNumber',
      'A revision belongs to a workspace. Add workspaceId, or leave revisionNumber out.',
    );
  }
}

function invalidRequest(field: string, message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { field } });
}

function requireCurrentRevision({ currentRevisionNumber }: Workspace, revisionNumber = currentRevisionNumber): void {
  if (revisionNumber === currentRevisionNumber) return;
  throw new AppError({
    code: 'CONFLICT',
    message: `Revision ${revisionNumber} is not the current one: the workspace is at revision ${currentRevisionNumber}. Reload the workspace and ask again, or leave revisionNumber out.`,
    details: { revisionNumber, currentRevisionNumber },
  });
}

async function findOrCreate(stores: Stores, principal: Principal, request: RunRequest): Promise<Conversation> {
  const { conversations } = stores;
  const { workspaceId, contextType, clientConversationId: clientId, earlier = [] } = request;
  const conversationId = await toOwnId(stores, principal, request);
  const find = async (): Promise<Conversation | undefined> => {
    const existing = await conversations.find(principal, clientId ?? conversationId);
    const isElsewhere = existing?.workspaceId !== workspaceId || existing.contextType !== contextType;
    if (existing && isElsewhere) throw conversationNotFound();
    return existing;
  };
  const existing = await find();
  if (existing) return existing;
  if (!isId(conversationId)) throw conversationNotFound();
  try {
    const created = await conversations.create(principal, { id: conversationId, workspaceId, contextType, clientId });
    const said = earlier.map((message) => ({ id: newId(), runId: null, message: toStorable(message) }));
    if (said.length > 0) await conversations.appendMessages(principal, conversationId, said);
    return created;
  } catch (thrown) {
    if (!AppError.isInstance(thrown) || thrown.code !== 'CONFLICT') throw thrown;
    // A simultaneous question created the conversation with this client's id; an id of ours belongs to another user.
    const created = clientId === undefined ? undefined : await find();
    if (created) return created;
    throw conversationNotFound(thrown);
  }
}

async function toOwnId(
  { clientConversations }: Stores,
  principal: Principal,
  { client, ...asked }: RunRequest,
): Promise<string> {
  if (!client) return asked.conversationId;
  return clientConversations.open(principal, { ...asked, ...toStorable(client) });
}

function conversationNotFound(cause?: AppError): AppError {
  return new AppError({ code: 'NOT_FOUND', message: 'Conversation not found in this workspace.', cause });
}
