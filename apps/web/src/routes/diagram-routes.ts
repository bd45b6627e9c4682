import { AppError, type Principal } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { type Diagram, type DiagramPicture, type DiagramRequest, toMermaid } from '@shipmate/domain/code-map';
import {
  type CodeComparisonResponse,
  codeComparisonSchema,
  compareCommitsRequestSchema,
} from '@shipmate/protocol/web/code-comparison';
import { type CodeHealthResponse, codeHealthResponseSchema } from '@shipmate/protocol/web/code-health';
import {
  changeDiagramRequestSchema,
  createDiagramRequestSchema,
  type DiagramListResponse,
  diagramListResponseSchema,
  diagramPictureSchema,
  type DiagramResponse,
  diagramResponseSchema,
  diagramSchema,
  type DiagramView,
  drawDiagramRequestSchema,
} from '@shipmate/protocol/web/diagrams';
import { type AppEnvironment, type Authenticate, describeRoute, longJson, parseBody } from '@shipmate/server';
import type { CodeMapPort, DiagramPort } from '@shipmate/tools';
import { Hono } from 'hono';

/** Code maps and the drawing of them; both are undefined where no folder for repositories is configured. */
export interface DiagramPorts {
  readonly codeMaps?: CodeMapPort | undefined;
  readonly diagrams?: Pick<DiagramPort, 'draw' | 'compare' | 'assess'> | undefined;
}

/** Options for {@link diagramRoutes}. */
interface DiagramRoutesOptions extends DiagramPorts {
  readonly authenticate: Authenticate;
}

/** A picture to draw. */
interface DrawJob {
  readonly repositoryId: string;
  readonly request: DiagramRequest;
  readonly commit?: string | undefined;
}

/** Under `/api`: diagrams of repositories, and their pictures. */
export function diagramRoutes({ authenticate, ...ports }: DiagramRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  async function open(request: Request) {
    const principal = await authenticate(request);
    const { codeMaps, diagrams } = requireDiagrams(ports);
    const { signal } = request;
    async function draw({ repositoryId, request: drawn, commit }: DrawJob): Promise<DiagramPicture> {
      const snapshot = await codeMaps.openSnapshot(principal, repositoryId, commit);
      const listSymbols = (paths: readonly string[]) => codeMaps.listSymbols(principal, snapshot.mapId, paths);
      return diagrams.draw({ snapshot, request: drawn, listSymbols }, { principal, signal });
    }
    return { principal, codeMaps, diagrams, signal, store: codeMaps.diagrams, draw };
  }

  describeRoute(app, 'GET /repositories/:id/diagrams', {
    summary: 'List diagrams of a repository',
    response: diagramListResponseSchema,
  });
  app.get('/repositories/:id/diagrams', async (context) => {
    const { principal, codeMaps, store } = await open(context.req.raw);
    const repositoryId = context.req.param('id');
    const diagrams = (await store.list(principal, repositoryId)).map(toDiagramView);
    const { label } = await findMapped(codeMaps, principal, repositoryId);
    return context.json<DiagramListResponse>({ ...label, diagrams });
  });

  describeRoute(app, 'POST /repositories/:id/diagrams', {
    summary: 'Create a diagram',
    body: createDiagramRequestSchema,
    response: diagramSchema,
    status: 201,
  });
  app.post('/repositories/:id/diagrams', async (context) => {
    const { principal, store } = await open(context.req.raw);
    const request = await parseBody(context, createDiagramRequestSchema);
    const repositoryId = context.req.param('id');
    const diagram = await store.create(principal, { ...request, id: newId(), repositoryId });
    return context.json<DiagramView>(toDiagramView(diagram), 201);
  });

  describeRoute(app, 'POST /repositories/:id/draw', {
    summary: 'Draw a diagram without storing it',
    body: drawDiagramRequestSchema,
    response: diagramPictureSchema,
  });
  app.post('/repositories/:id/draw', async (context) => {
    const { draw } = await open(context.req.raw);
    const job = await parseBody(context, drawDiagramRequestSchema);
    return context.json<DiagramPicture>(await draw({ ...job, repositoryId: context.req.param('id') }));
  });

  describeRoute(app, 'POST /repositories/:id/compare', {
    summary: 'Compare two commits',
    body: compareCommitsRequestSchema,
    response: codeComparisonSchema,
  });
  app.post('/repositories/:id/compare', async (context) => {
    const { principal, codeMaps, diagrams, signal } = await open(context.req.raw);
    const commits = await parseBody(context, compareCommitsRequestSchema);
    const repositoryId = context.req.param('id');
    const base = await codeMaps.openSnapshot(principal, repositoryId, commits.base);
    const head = await codeMaps.openSnapshot(principal, repositoryId, commits.head);
    const { comparison, ...drawn } = await diagrams.compare({ base, head }, { principal, signal });
    return longJson<CodeComparisonResponse>(context, { ...comparison, ...drawn });
  });

  describeRoute(app, 'GET /repositories/:id/health', {
    summary: 'Get the code health of a repository',
    response: codeHealthResponseSchema,
  });
  app.get('/repositories/:id/health', async (context) => {
    const { principal, codeMaps, diagrams, signal } = await open(context.req.raw);
    const snapshot = await codeMaps.openSnapshot(principal, context.req.param('id'));
    const health = await diagrams.assess(snapshot, { principal, signal });
    return context.json<CodeHealthResponse>({ commit: snapshot.commit, ...health });
  });

  describeRoute(app, 'GET /diagrams/:id/mermaid', {
    summary: 'Export a diagram as Mermaid',
    responseTypes: ['text/plain'],
  });
  app.get('/diagrams/:id/mermaid', async (context) => {
    const { principal, store, draw } = await open(context.req.raw);
    const diagram = await store.get(principal, context.req.param('id'));
    return context.text(toMermaid(await draw(diagram)));
  });

  describeRoute(app, 'GET /diagrams/:id', { summary: 'Get a diagram', response: diagramResponseSchema });
  app.get('/diagrams/:id', async (context) => {
    const { principal, store, draw } = await open(context.req.raw);
    const diagram = await store.get(principal, context.req.param('id'));
    const picture = await draw(diagram);
    return context.json<DiagramResponse>({ diagram: toDiagramView(diagram), picture });
  });

  describeRoute(app, 'PATCH /diagrams/:id', {
    summary: 'Change a diagram',
    body: changeDiagramRequestSchema,
    response: diagramSchema,
  });
  app.patch('/diagrams/:id', async (context) => {
    const { principal, store } = await open(context.req.raw);
    const { name, description, request, positions } = await parseBody(context, changeDiagramRequestSchema);
    const changed = await store.change(principal, context.req.param('id'), {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(request !== undefined && { request }),
      ...(positions !== undefined && { positions }),
    });
    return context.json<DiagramView>(toDiagramView(changed));
  });

  describeRoute(app, 'DELETE /diagrams/:id', { summary: 'Delete a diagram' });
  app.delete('/diagrams/:id', async (context) => {
    const { principal, store } = await open(context.req.raw);
    await store.remove(principal, context.req.param('id'));
    return context.body(null, 204);
  });

  return app;
}

async function findMapped(codeMaps: Pick<CodeMapPort, 'listRepositories'>, principal: Principal, repositoryId: string) {
  const found = (await codeMaps.listRepositories(principal)).find(({ repository }) => repository.id === repositoryId);
  if (found) return found;
  throw new AppError({ code: 'NOT_FOUND', message: 'The repository was not found.' });
}

function toDiagramView(diagram: Diagram): DiagramView {
  const { id, repositoryId, name, description, request, positions, createdAt, updatedAt } = diagram;
  const rest = { id, repositoryId, name, description, request, positions };
  return { ...rest, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** @throws AppError `UNAVAILABLE` where no folder for repositories is configured. */
function requireDiagrams({ codeMaps, diagrams }: DiagramPorts) {
  if (codeMaps !== undefined && diagrams !== undefined) return { codeMaps, diagrams };
  throw new AppError({
    code: 'UNAVAILABLE',
    message: 'Code maps are not set up. Set REPOSITORY_FOLDER to the same folder for web and worker, and restart both.',
  });
}
