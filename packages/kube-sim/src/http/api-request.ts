import type { IncomingHttpHeaders } from 'node:http';
import type { User } from '../auth/user.ts';

/** An authenticated request. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly user: User;
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

/** A response: an object, text, or a stream of lines. */
export type ApiResponse = {
  readonly status: number;
  readonly warnings?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
} & (
  | { readonly object: unknown }
  | { readonly text: string; readonly contentType?: string }
  | {
      readonly stream: (write: (chunk: string) => void, signal: AbortSignal) => Promise<void>;
      readonly contentType: string;
    }
);
