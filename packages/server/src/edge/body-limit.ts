import { AppError } from '@shipmate/core';
import type { HonoRequest } from 'hono';

/**
 * Refuses a body that is too long: by its declared length at once, else by counting as it arrives.
 *
 * @throws AppError `PAYLOAD_TOO_LARGE`, for a counted body when it is read.
 */
export function limitBody(request: HonoRequest, maxBytes: number): void {
  const declared = request.header('content-length');
  if (declared !== undefined) {
    if (Number(declared) > maxBytes) throw tooLarge(maxBytes);
    return;
  }
  const { body } = request.raw;
  if (request.header('transfer-encoding') === undefined || !body) return;
  const counted = body.pipeThrough(countBytes(maxBytes));
  request.raw = new Request(request.raw, { method: request.method, body: counted, duplex: 'half' });
}

function countBytes(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let count = 0;
  return new TransformStream({
    transform(chunk, controller) {
      count += chunk.byteLength;
      if (count > maxBytes) throw tooLarge(maxBytes);
      controller.enqueue(chunk);
    },
  });
}

function tooLarge(maxBytes: number): AppError {
  return new AppError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `The body is longer than ${maxBytes} bytes.`,
    details: { maxBytes },
  });
}
