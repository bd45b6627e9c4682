import { createTestColleague } from '@shipmate/domain/testing';
import type { TestBrowser, TestWeb } from './start-web.ts';

type SignedIn = Awaited<ReturnType<TestWeb['signIn']>>;

/** Returns a browser of another member of the organization who is not an owner. */
export async function signInColleague(web: TestWeb, { tenant }: SignedIn): Promise<TestBrowser & SignedIn> {
  const principal = await createTestColleague(web.unitOfWork, tenant);
  const user = await web.unitOfWork.stores.users.findUser(principal.userId);
  if (!user) throw new Error('The colleague is gone.');
  return web.signIn({ ...tenant, principal, user });
}
