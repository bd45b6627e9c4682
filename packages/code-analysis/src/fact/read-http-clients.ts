import type { CodeFact } from '@shipmate/domain/code-map';
import { type CodeCall, receiverOf, textAt, verbOf } from '../call/code-call.ts';
import { clientNames, type FactReader, toFact } from './fact-source.ts';

/** Calls whose first argument is an address, by their last name. The method is empty where an argument names it. */
const verbs: Readonly<Record<string, string>> = {
  fetch: '',
  $fetch: '',
  axios: '',
  got: '',
  ky: '',
  request: '',
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  head: 'HEAD',
  Get: 'GET',
  Post: 'POST',
  Head: 'HEAD',
  PostForm: 'POST',
  getForObject: 'GET',
  getForEntity: 'GET',
  postForObject: 'POST',
  postForEntity: 'POST',
  urlopen: '',
  uri: '',
};
const bareCalls: ReadonlySet<string> = new Set(['fetch', '$fetch', 'axios', 'got', 'ky', 'urlopen']);
const requestCalls: ReadonlySet<string> = new Set(['NewRequest', 'NewRequestWithContext']);
const methodName = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/iu;

/** Reads calls of HTTP clients with a literal address. */
export const readHttpClients: FactReader = ({ calls }) => calls.flatMap((call) => clientOf(call) ?? []);

function clientOf(call: CodeCall): CodeFact | undefined {
  const verb = verbOf(call);
  if (call.decorates || call.isNew) return undefined;
  const texts = call.arguments.map((_, position) => textAt(call, position));
  if (requestCalls.has(verb)) {
    const at = texts.findIndex((text) => text !== undefined && methodName.test(text));
    return toClient(call, { method: texts[at], address: at < 0 ? undefined : texts[at + 1], isClient: true });
  }
  const method = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (method === undefined) return undefined;
  const isClient = bareCalls.has(verb) ? !call.callee.includes('.') : clientNames.has(receiverOf(call));
  return toClient(call, { ...readRequest(call, { method, texts }), isClient });
}

/** Reads method and address of a call whose name gives the method, or no method if it is empty. */
function readRequest(
  { named }: CodeCall,
  { method, texts }: { readonly method: string; readonly texts: readonly (string | undefined)[] },
): { readonly method: string | undefined; readonly address: string | undefined } {
  const [first, second] = texts;
  // `requests.request("GET", url)`.
  if (method === '' && first !== undefined && methodName.test(first)) return { method: first, address: second };
  return { method: method === '' ? named.get('method')?.[0] : method, address: first ?? named.get('url')?.[0] };
}

function toClient(
  { line }: CodeCall,
  call: { readonly method: string | undefined; readonly address: string | undefined; readonly isClient: boolean },
): CodeFact | undefined {
  const { method, address = '', isClient } = call;
  const isUrl = /^https?:\/\/./iu.test(address);
  // A base that a variable holds may stand before a path.
  const path = isClient ? /^(?:\{[^{}]{0,100}\})?(\/[^/].*)$/su.exec(address)?.[1] : undefined;
  const target = isUrl ? address : path;
  if (target === undefined) return undefined;
  const shown = target.split(/[?#]/u, 1)[0] ?? '';
  return toFact('http_client', `${method === undefined ? '' : `${method.toUpperCase()} `}${shown}`, line);
}
