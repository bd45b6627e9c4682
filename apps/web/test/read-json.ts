import type { ErrorEnvelope } from '@shipmate/protocol/error';

/** Returns the body of a response with the protocol's type, unchecked. */
export async function read<Body>(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

/** Returns the status and code of a failed request. */
export async function readError(response: Response): Promise<readonly [status: number, code: string]> {
  const { code } = await read<ErrorEnvelope>(response);
  return [response.status, code];
}
