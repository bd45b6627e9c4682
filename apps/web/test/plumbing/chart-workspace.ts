import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '@shipmate/domain';
import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';
import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import { planListResponseSchema, type PlanView } from '@shipmate/protocol/web/plans';
import { workspaceResponseSchema, type WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { readArchive, writeArchive } from '@shipmate/tools/archive';
import { read } from '../read-json.ts';
import type { TestBrowser } from '../start-web.ts';
import type { ChangeRequest, Decision } from './change-request.ts';

/** A workspace of a chart, used over HTTP. */
export interface ChartWorkspace {
  show(): Promise<WorkspaceResponse>;
  /** Asks, and reads the answer to its end; `planId` names the plan to apply. */
  ask(
    text: string,
    options?: Pick<ChangeRequest, 'persona'> & { readonly planId?: string | undefined },
  ): Promise<ConversationResponse>;
  /** Returns the newest plan. */
  findPlan(): Promise<PlanView | undefined>;
  /** Returns the status of the response. */
  decide(decision: Decision): Promise<number>;
  /** Returns the files of the current revision, from its archive. */
  export(): Promise<ReadonlyMap<string, string>>;
}

/** Creates a workspace from the archive of a folder under `charts/`. */
export async function uploadChart(browser: TestBrowser, folder: string): Promise<ChartWorkspace> {
  const uploaded = await browser.fetch('/api/workspaces/archive', {
    method: 'POST',
    headers: { 'content-type': 'application/gzip' },
    body: await new Response(writeArchive('tgz', await readFolder(folder))).blob(),
  });
  const { workspaceId } = await read<ImportArchiveResponse>(uploaded);
  const url = `/api/workspaces/${workspaceId}`;
  const conversationId = newId();
  const show = async () => workspaceResponseSchema.parse(await read(await browser.fetch(url)));

  return {
    show,
    async ask(text, options) {
      const messages = [{ id: newId(), role: 'user', parts: [{ type: 'text', text }] }];
      const question = { id: conversationId, workspaceId, model: 'scripted:model', messages, ...options };
      await (await browser.post('/api/chat', question)).text();
      return read(await browser.fetch(`/api/conversations/${conversationId}/messages`));
    },
    async findPlan() {
      const { plans } = planListResponseSchema.parse(await read(await browser.fetch(`${url}/plans`)));
      return plans[0];
    },
    async decide(decision) {
      const [path, body] = toRequest(decision, await show());
      return (await browser.post(`${url}/changes/${path}`, body)).status;
    },
    async export() {
      const archive = new Uint8Array(await (await browser.fetch(`${url}/export?format=tgz`)).arrayBuffer());
      const { files } = await readArchive(archive);
      return new Map(files.map(({ path, content }) => [path.slice(path.indexOf('/') + 1), content]));
    },
  };
}

/** Returns the page's request for a decision. */
function toRequest(decision: Decision, { workspace, files }: WorkspaceResponse): readonly [path: string, body: object] {
  const { currentRevisionNumber: revisionNumber } = workspace;
  if ('accept' in decision) {
    return ['accept', { revisionNumber, ...(decision.accept === 'all' ? {} : { paths: decision.accept }) }];
  }
  if ('reject' in decision) return ['reject', { revisionNumber, paths: decision.reject }];
  const { file: path, ...picks } = decision;
  const hunks = files.find((file) => file.path === path)?.hunks ?? [];
  const idsOf = (places: readonly number[]) => places.map((place) => hunks[place]?.id);
  const picked = 'acceptHunks' in picks ? { accept: idsOf(picks.acceptHunks) } : { reject: idsOf(picks.rejectHunks) };
  return ['hunks', { revisionNumber, path, ...picked }];
}

const charts = fileURLToPath(new URL('charts', import.meta.url));

async function readFolder(folder: string) {
  const entries = await readdir(join(charts, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file) => ({ path: file.slice(charts.length + 1), content: await readFile(file, 'utf8') })),
  );
}
