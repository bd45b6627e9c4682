import type { ErrorEnvelope } from '@shipmate/protocol/error';
import type { DescribedRoute } from '@shipmate/server';
import { expect, it } from 'vitest';
import type { GuardedRoute, Ids } from './guarded-routes/guarded-route.ts';
import { guardedRoutes } from './guarded-routes/guarded-routes.ts';
import { createPossessions, readEverything, send } from './guarded-routes/possessions.ts';
import { read } from './read-json.ts';
import { startWeb } from './start-web.ts';

interface Walk {
  readonly ids: Ids;
  readonly description: DescribedRoute['description'] | undefined;
}

/** Returns a route's requests with an unknown field in the body or the query, wherever it is refused. */
function withUnknown(line: GuardedRoute, { ids, description }: Walk): GuardedRoute[] {
  const [path, valid] = line.request(ids, ids);
  const { body, query, ignoresUnknown = {} } = description ?? {};
  const requests = {
    body: [path, { ...(valid as object), unknownField: 1 }],
    query: [`${path}${path.includes('?') ? '&' : '?'}unknownField=1`, valid],
  } as const;
  return Object.entries({ body, query }).flatMap(([part, schema]) => {
    if (schema === undefined || part in ignoresUnknown) return [];
    return [{ ...line, route: `${line.route} ${part}`, request: () => requests[part as 'body' | 'query'] }];
  });
}

it('every route refuses an unknown field of its body and of its query, and changes nothing', async () => {
  await using web = await startWeb();
  const person = await web.signIn();
  const ids = await createPossessions(web, person);
  const before = await readEverything(person, ids);
  const described = new Map(web.described.map(({ method, path, description }) => [`${method} ${path}`, description]));
  const requests = guardedRoutes.flatMap((line) => withUnknown(line, { ids, description: described.get(line.route) }));
  for (const request of requests) {
    const response = await send(person, request, ids);
    const { code, message } = await read<ErrorEnvelope>(response);
    const names = message.includes('"unknownField"') ? 'the field' : message;
    expect([request.route, response.status, code, names]).toEqual([
      request.route,
      400,
      'VALIDATION_ERROR',
      'the field',
    ]);
  }
  expect(requests.length).toBeGreaterThan(100);
  expect(await readEverything(person, ids)).toEqual(before);
});
