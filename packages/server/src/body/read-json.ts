import { setImmediate } from 'node:timers/promises';
import { AppError } from '@shipmate/core';
import type { Context } from 'hono';
import { createJsonScanner, type JsonLimits } from './json-scanner.ts';

const jsonMediaType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** Maximum nesting of objects and arrays. */
const maxDepth = 200;

/** The most keys and values of a body: parsing them takes up to 12 ms of CPU, and checking them against a schema up to 30 ms. */
const maxValues = 25_000;

/** A longer body is read, parsed and validated in different turns of the event loop. */
const longLength = 20_000;

/** Characters that are scanned in one turn. */
const pieceLength = 500_000;

/**
 * Reads a JSON body without validation; a request without a body is an empty object. @throws AppError
 * `VALIDATION_ERROR` for another content type, malformed or deeply nested JSON, `PAYLOAD_TOO_LARGE` for more than 25,000
 * keys and values.
 */
export async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text();
  if (text === '') return {};
  if (!jsonMediaType.test(context.req.header('content-type') ?? '')) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'Send the body as application/json.' });
  }
  const isLong = text.length > longLength;
  if (isLong) await setImmediate();
  await refuseLarge(text);
  const value = parse(text);
  if (isLong) await setImmediate();
  return value;
}

/** Refuses JSON that takes long to parse, by counting, which is far cheaper. */
async function refuseLarge(text: string): Promise<void> {
  const scanner = createJsonScanner({ maxDepth, maxValues });
  for (let at = 0; at < text.length; at += pieceLength) {
    if (at > 0) await setImmediate();
    const exceeded = scanner.scan(text, { from: at, to: at + pieceLength });
    if (exceeded !== undefined) throw toRefusal(exceeded);
  }
}

function toRefusal(exceeded: keyof JsonLimits): AppError {
  if (exceeded === 'maxDepth') {
    const message = `The body is nested more than ${maxDepth} levels deep. Send flatter JSON.`;
    return new AppError({ code: 'VALIDATION_ERROR', message });
  }
  const limit = maxValues.toLocaleString('en-US');
  return new AppError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `The body has more than ${limit} JSON keys and values. Split the request, or leave out fields that the route does not read.`,
    details: { maxValues },
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'The body is not valid JSON.', cause });
  }
}
