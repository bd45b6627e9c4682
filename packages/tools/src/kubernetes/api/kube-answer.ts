import type { JsonObject, KubeObject } from '@shipmate/domain/cluster';
import type { Redactor } from '../redaction/redactor.ts';
import { objectSchema } from './answers.ts';
import { type ApiResource, apiVersionOf } from './api-resource.ts';
import { parseAnswer } from './parse-answer.ts';

/** An object without secrets, which begins with its `apiVersion` and `kind` whatever the order of the answer was. */
export function toKnownObject(resource: ApiResource, object: JsonObject, redactor: Redactor): KubeObject {
  return withKind(resource, redactor.object(withKind(resource, object)));
}

/** Reads one object that an API server answered. @throws AppError `EXTERNAL_API_ERROR` when it is none */
export function parseObject(resource: ApiResource, text: string): KubeObject {
  return withKind(resource, parseAnswer(objectSchema, text));
}

/** An object that begins with its `apiVersion` and `kind`: items of a list lack them, and servers write `kind` first. */
function withKind(resource: ApiResource, object: JsonObject): KubeObject {
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, ...object };
}
