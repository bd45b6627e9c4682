import type { CodeFact } from '@shipmate/domain/code-map';
import { type CodeCall, receiverOf, textAt, verbOf } from '../call/code-call.ts';
import { clientNames, type FactReader, type FactSource, importsAny, toFact } from './fact-source.ts';

const methods: ReadonlySet<string> = new Set([
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'head',
  'options',
  'all',
  'any',
]);
const anyMethod: ReadonlySet<string> = new Set(['all', 'any']);

/** Reads HTTP routes with a literal path. */
export const readRoutes: FactReader = (source) => {
  const prefix = classPrefix(source);
  return source.calls.flatMap((call) => routesOf(call, source, prefix));
};

function routesOf(call: CodeCall, source: FactSource, prefix: string): CodeFact[] {
  const verb = verbOf(call);
  const path = textAt(call, 0);
  const lower = verb.toLowerCase();
  if (call.decorates) return decoratorRoutes(call, { source, prefix });
  if (call.isNew) return [];
  if (source.language === 'python') return djangoRoutes(call, source);
  if (source.language === 'rust') return axumRoutes(call);
  if (lower === 'handlefunc' || lower === 'handle') return source.language === 'go' ? muxRoutes(call) : [];
  if (lower === 'route') return routeObject(call);
  const isRoute = methods.has(lower) && path !== undefined && /^[/*]/u.test(path) && takesHandler(call);
  return isRoute ? [toRoute(lower, path, call.line)] : [];
}

/** Returns true for a method of a router: it takes a handler last, and is none of an HTTP client. */
function takesHandler(call: CodeCall): boolean {
  const { callee, arguments: given } = call;
  return (
    callee.includes('.') && given.length > 1 && given.at(-1)?.kind === 'other' && !clientNames.has(receiverOf(call))
  );
}

/** Routes of `net/http`: `mux.HandleFunc("GET /orders", …)`. */
function muxRoutes(call: CodeCall): CodeFact[] {
  const path = textAt(call, 0);
  return path !== undefined && /^(?:[A-Z]+ )?[\w.-]*\//u.test(path) ? [toFact('route', path, call.line)] : [];
}

function toRoute(method: string, path: string, line: number): CodeFact {
  return toFact('route', anyMethod.has(method) ? path : `${method.toUpperCase()} ${path}`, line);
}

/** Routes that a field names, as Fastify has them: `app.route({ method: 'GET', url: '/orders' })`. */
function routeObject(call: CodeCall): CodeFact[] {
  const [path] = call.named.get('url') ?? call.named.get('path') ?? [textAt(call, 0)];
  if (path === undefined || !path.startsWith('/') || !call.callee.includes('.')) return [];
  const named = call.named.get('method') ?? ['any'];
  return named.map((method) => toRoute(method.toLowerCase(), path, call.line));
}

const annotations: Readonly<Record<string, string>> = {
  GetMapping: 'get',
  PostMapping: 'post',
  PutMapping: 'put',
  PatchMapping: 'patch',
  DeleteMapping: 'delete',
  RequestMapping: 'any',
};

const scriptDecorators: Readonly<Record<string, string>> = {
  Get: 'get',
  Post: 'post',
  Put: 'put',
  Patch: 'patch',
  Delete: 'delete',
  All: 'all',
};

interface RouteContext {
  readonly source: FactSource;
  /** The path of the class. */
  readonly prefix: string;
}

function decoratorRoutes(call: CodeCall, context: RouteContext): CodeFact[] {
  const { language } = context.source;
  if (language === 'java') return springRoutes(call, context);
  if (language === 'typescript' || language === 'javascript') return nestRoutes(call, context);
  const verb = verbOf(call);
  const path = decoratedPath(call);
  if (path === undefined || !path.startsWith('/')) return [];
  if (verb === 'route') {
    const named = call.named.get('methods') ?? ['GET'];
    return named.map((method) => toRoute(method.toLowerCase(), path, call.line));
  }
  return methods.has(verb) ? [toRoute(verb, path, call.line)] : [];
}

function decoratedPath(call: CodeCall): string | undefined {
  return textAt(call, 0) ?? call.named.get('value')?.[0] ?? call.named.get('path')?.[0];
}

function springRoutes(call: CodeCall, { source, prefix }: RouteContext): CodeFact[] {
  const method = annotations[verbOf(call)];
  if (method === undefined || call.line < firstClassLine(source)) return [];
  const named = (call.named.get('method') ?? [method]).map((each) => each.toLowerCase());
  return named.map((each) => toRoute(each, joinPaths(prefix, decoratedPath(call) ?? ''), call.line));
}

function nestRoutes(call: CodeCall, { source, prefix }: RouteContext): CodeFact[] {
  const method = scriptDecorators[verbOf(call)];
  if (method === undefined || !importsAny(source, ['@nestjs'])) return [];
  return [toRoute(method, joinPaths(prefix, decoratedPath(call) ?? ''), call.line)];
}

/** The path that a decorator of a class puts before those of its methods. */
function classPrefix(source: FactSource): string {
  const first = firstClassLine(source);
  const controller = source.calls.find(
    (call) =>
      call.decorates && (verbOf(call) === 'Controller' || (verbOf(call) === 'RequestMapping' && call.line < first)),
  );
  return (controller && (textAt(controller, 0) ?? controller.named.get('value')?.[0])) ?? '';
}

/** The line of the name of the first class: in Java, its declaration begins with its annotations. */
function firstClassLine({ tokens }: FactSource): number {
  const found = tokens.find(
    ({ kind, text }, index) =>
      kind === 'word' && (text === 'class' || text === 'interface') && tokens[index - 1]?.text !== '.',
  );
  return found?.line ?? 0;
}

function joinPaths(prefix: string, path: string): string {
  const parts = [prefix, path].map((part) => part.replace(/^\/+|\/+$/gu, '')).filter((part) => part !== '');
  return `/${parts.join('/')}`;
}

const djangoCalls: ReadonlySet<string> = new Set(['path', 're_path', 'url']);

function djangoRoutes(call: CodeCall, source: FactSource): CodeFact[] {
  const path = textAt(call, 0);
  const isRoute = djangoCalls.has(call.callee) && path !== undefined && call.arguments.length > 1;
  return isRoute && importsAny(source, ['django'])
    ? [toFact('route', `/${path.replace(/^[/^]/u, '')}`, call.line)]
    : [];
}

/** Routes of axum are calls of `route` whose second argument calls a method. */
function axumRoutes(call: CodeCall): CodeFact[] {
  const path = textAt(call, 0);
  if (verbOf(call) !== 'route' || !call.callee.includes('.') || path === undefined || !path.startsWith('/')) return [];
  return [toFact('route', path, call.line)];
}
