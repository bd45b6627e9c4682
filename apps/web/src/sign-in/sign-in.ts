import { AppError, type Clock } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { createSecret, hashSecret } from '@shipmate/server';

const linkLifetimeMs = 15 * 60_000;
const sessionLifetimeMs = 30 * 24 * 60 * 60_000;

/** Options for {@link createSignIn}. */
interface SignInOptions {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  /** Email address of the person that links sign in: the user of this machine's terminal. */
  readonly userEmail: string;
}

/** Sign-in by links that work once. */
export interface SignIn {
  /**
   * Creates a link below `baseUrl`, valid for 15 minutes; only the ten newest links work. @throws AppError `NOT_FOUND`
   * when there is no user to sign in.
   */
  createLink(baseUrl: string): Promise<string>;
  /**
   * Redeems a link's token: returns the secret of a new session, or `undefined` when the token was used, is expired or
   * unknown.
   */
  redeem(token: string): Promise<{ readonly secret: string; readonly expiresAt: Date } | undefined>;
  /** Ends the session of a secret; ignores an unknown one. */
  signOut(secret: string): Promise<void>;
}

/** Creates the sign-in of an installation. Only hashes of its secrets are stored. */
export function createSignIn({ unitOfWork, clock, userEmail }: SignInOptions): SignIn {
  return {
    createLink: async (baseUrl) => {
      const token = createSecret();
      await unitOfWork.transaction(async ({ users, credentials }) => {
        const user = await users.findUserByEmail(userEmail);
        const [organization] = user ? await users.listOrganizations(user.id) : [];
        if (!user || !organization) throw userNotFound(userEmail);
        const now = clock.now();
        const link = {
          id: newId(),
          secretHash: hashSecret(token),
          userId: user.id,
          organizationId: organization.id,
          expiresAt: new Date(now.getTime() + linkLifetimeMs),
        };
        await credentials.createLoginLink(link, now);
      });
      return new URL(`/auth/link?token=${token}`, baseUrl).href;
    },

    redeem: (token) =>
      unitOfWork.transaction(async ({ credentials }) => {
        const now = clock.now();
        const owner = await credentials.consumeLoginLink(hashSecret(token), now);
        if (!owner) return undefined;
        const secret = createSecret();
        const expiresAt = new Date(now.getTime() + sessionLifetimeMs);
        await credentials.createSession({ id: newId(), ...owner, expiresAt, secretHash: hashSecret(secret) });
        return { secret, expiresAt };
      }),

    signOut: async (secret) => {
      const now = clock.now();
      const { credentials } = unitOfWork.stores;
      const session = await credentials.findSession(hashSecret(secret), now);
      if (session) await credentials.revokeSession(session.id, now);
    },
  };
}

function userNotFound(userEmail: string): AppError {
  return new AppError({
    code: 'NOT_FOUND',
    message: `User "${userEmail}" with an organization not found. Run "shipmate migrate --seed" to create one.`,
  });
}
