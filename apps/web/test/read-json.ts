import type { ErrorEnvelope } from '@shipmate/protocol/error';

/** The body of a response as the protocol types it; the test checks what it needs of it. */
export async function read<Body>(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

/** The status and code of a failed request. */
export async function readError(response: Response): Promise<readonly [status: number, code: string]> {
  const { code } = await read<ErrorEnvelope>(response);
  return [response.status, code];
}
