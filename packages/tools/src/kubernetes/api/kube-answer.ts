import type { JsonObject, KubeObject } from '@shipmate/domain/cluster';
import type { Redactor } from '../redaction/redactor.ts';
import { objectSchema } from './answers.ts';
import { type ApiResource, apiVersionOf } from './api-resource.ts';
import { parseAnswer } from './parse-answer.ts';

/** Returns the redacted object, which begins with `apiVersion` and `kind` regardless of the response's key order. */
export function toKnownObject(resource: ApiResource, object: JsonObject, redactor: Redactor): KubeObject {
  return withKind(resource, redactor.object(withKind(resource, object)));
}

/** Parses an object from an API server's response. @throws AppError `EXTERNAL_API_ERROR` when it is not one */
export function parseObject(resource: ApiResource, text: string): KubeObject {
  return withKind(resource, parseAnswer(objectSchema, text));
}

/** Puts `apiVersion` and `kind` first: items of a list lack them, and servers write `kind` first. */
function withKind(resource: ApiResource, object: JsonObject): KubeObject {
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, ...object };
}
