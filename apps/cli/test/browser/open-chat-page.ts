import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoScript } from '@shipmate/agents/demo';
import { createTestTenant } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { createTestColleague } from '@shipmate/domain/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createModelCatalog } from '@shipmate/providers';
import { createSecret, hashSecret } from '@shipmate/server';
import { openTestTools } from '@shipmate/tools/testing';
import { build } from 'vite';
import { type BrowserProfile, openProfile } from './open-profile.ts';
import { openWeb } from './open-web.ts';
import { createPausingDemoModel, type PausingDemoModel } from './pausing-demo-model.ts';

/** The web app with the page of another program: React and `useChat`, without code of Shipmate. */
export interface ChatPage extends AsyncDisposable {
  readonly model: PausingDemoModel;
  /** Opens a browser profile in which a new user is signed in. All users belong to one organization. */
  readonly signIn: () => Promise<BrowserProfile>;
}

/** Builds the page in `chat-page` and serves it in place of the user interface. */
export async function openChatPage(): Promise<ChatPage> {
  await using stack = new AsyncDisposableStack();
  const uiDirectory = await mkdtemp(join(tmpdir(), 'shipmate-chat-page-'));
  stack.defer(() => rm(uiDirectory, { recursive: true }));
  await build({
    root: join(import.meta.dirname, 'chat-page'),
    configFile: false,
    logLevel: 'error',
    build: { outDir: uiDirectory, emptyOutDir: true, target: 'chrome123' },
  });
  const model = createPausingDemoModel();
  const { url, unitOfWork, context } = stack.use(
    await openWeb(
      (ground) => ({
        models: { ...createModelCatalog({ environment: {}, demoScript }), get: () => model },
        tools: openTestTools(createToolStorage(ground.unitOfWork)).registry,
      }),
      { uiDirectory },
    ),
  );
  const tenant = await createTestTenant(unitOfWork);

  async function signIn(): Promise<BrowserProfile> {
    const { userId, organizationId } = await createTestColleague(unitOfWork, tenant);
    const token = createSecret();
    const now = new Date();
    const link = { id: newId(), secretHash: hashSecret(token), userId, organizationId };
    const expiresAt = new Date(now.getTime() + 60 * 60_000);
    await unitOfWork.stores.credentials.createLoginLink({ ...link, expiresAt }, now);
    const browser = context.browser();
    if (!browser) throw new Error('The profile has no browser.');
    const profile = await openProfile(browser, url);
    await (await profile.openTab(`/auth/link?token=${token}`)).close();
    return profile;
  }
  const owned = stack.move();
  return { model, signIn, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
