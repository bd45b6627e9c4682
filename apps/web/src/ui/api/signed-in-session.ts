import type { SessionResponse } from '@shipmate/protocol/web/session';
import { createContext, useContext } from 'react';

/** The session for the pages of the app, which are only shown to a signed-in person. */
export const SignedInSessionContext = createContext<SessionResponse | null>(null);

/** Returns the session of the signed-in person. */
export function useSignedInSession(): SessionResponse {
  const session = useContext(SignedInSessionContext);
  if (!session) throw new Error('useSignedInSession is used outside the pages of a signed-in person.');
  return session;
}
