import type { JsonSchema } from '@shipmate/core';
import type { OpenApiContent, OpenApiDocument, OpenApiOperation } from './create-openapi-document.ts';

const style = `
:root { color-scheme: light dark; --line: light-dark(#d4d4d8, #3f3f46); --soft: light-dark(#f4f4f5, #18181b); --dim: light-dark(#52525b, #a1a1aa); --link: light-dark(#1d4ed8, #93c5fd); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#fff, #09090b); color: light-dark(#18181b, #e4e4e7); }
a { color: var(--link); } a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999px; } .skip:focus { left: 1rem; top: 1rem; background: var(--soft); padding: .5rem; }
.page { display: grid; grid-template-columns: 14rem minmax(0, 60rem); gap: 2rem; max-width: 80rem; margin: 0 auto; padding: 1.5rem; }
nav { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow: auto; }
nav ul { list-style: none; margin: 0; padding: 0; } nav a { display: block; padding: .15rem .25rem; text-decoration: none; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; } summary { padding: .5rem .75rem; cursor: pointer; }
details > div { padding: 0 .75rem .75rem; scroll-margin-top: 3rem; } summary, td { overflow-wrap: anywhere; } h2 { margin: 2rem 0 .5rem; } h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
code, pre { font: 13px/1.5 ui-monospace, monospace; } pre { background: var(--soft); padding: .75rem; border-radius: 6px; overflow: auto; max-height: 32rem; margin: .25rem 0; }
.method { display: inline-block; min-width: 4.25rem; font-weight: 600; } .dim { color: var(--dim); }
.lines { white-space: pre-line; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; } td:nth-child(2) { width: 6rem; } td, th { text-align: left; vertical-align: top; padding: .25rem .5rem .25rem 0; border-bottom: 1px solid var(--line); }
@media (max-width: 48rem) { .page { display: block; } nav { position: static; max-height: none; } }
`;

/** Renders a document as a page without scripts: each operation unfolds, and each schema is a section of its own. */
export function toReferencePage(document: OpenApiDocument): string {
  const { info, paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const tags = [...byTag.keys()].toSorted();
  const schemas = Object.entries(components.schemas);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(info.title)}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#operations">Skip to the operations</a>
<div class="page">
<nav aria-label="Sections"><ul>
${tags.map((tag) => `<li><a href="#tag-${escape(tag)}">${escape(tag)}</a></li>`).join('\n')}
<li><a href="#schemas">Schemas</a></li>
</ul></nav>
<main>
<h1>${escape(info.title)}</h1>
<p class="lines">${escape(info.description)}</p>
<p>As an <a href="../openapi.json">OpenAPI 3.1 document</a>.</p>
<div id="operations">
${tags.map((tag) => toSection(tag, byTag.get(tag) ?? [])).join('\n')}
</div>
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => `<details><summary><code>${escape(name)}</code></summary><div id="schema-${escape(name)}">${toSchema(schema)}</div></details>`).join('\n')}
</section>
</main>
</div>
</body>
</html>
`;
}

interface Row {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}

function toSection(tag: string, rows: readonly Row[]): string {
  return `<section aria-labelledby="tag-${escape(tag)}">
<h2 id="tag-${escape(tag)}">${escape(tag)}</h2>
${rows.map(toOperation).join('\n')}
</section>`;
}

function toOperation({ path, method, operation }: Row): string {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation;
  const table = parameters.map(
    ({ name, in: place, required, schema, description: text = '' }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td>${toSchema(schema)} ${escape(text)}</td></tr>`,
  );
  return `<details><summary><span class="method">${method.toUpperCase()}</span> <code>${escape(path)}</code> <span class="dim">${escape(summary)}</span></summary><div id="${escape(operationId)}">
${description === undefined ? '' : `<p class="lines">${escape(description)}</p>`}
<p>${toAccess(security)}</p>
${table.length === 0 ? '' : `<h3>Parameters</h3><table><tbody>${table.join('')}</tbody></table>`}
${requestBody === undefined ? '' : `<h3>Request</h3>${toContent(requestBody.content)}`}
<h3>Responses</h3>
${Object.entries(responses)
  .map(([status, response]) => toResponse(status, response))
  .join('\n')}
</div></details>`;
}

function toAccess(security: OpenApiOperation['security']): string {
  if (security.length === 0) return 'No credentials required.';
  const accepted = security.flatMap((alternative) =>
    Object.entries(alternative).map(([name, scopes]) => {
      const needed = scopes.map((scope) => `<code>${escape(scope)}</code>`).join(', ');
      return name === 'session' ? 'a session' : `a token${needed === '' ? '' : ` with ${needed}`}`;
    }),
  );
  return `Requires ${accepted.join(' or ')}.`;
}

function toResponse(status: string, response: OpenApiOperation['responses'][string]): string {
  if ('$ref' in response) return `<p><code>${status}</code> ${toReference('ErrorEnvelope')}</p>`;
  return `<p><code>${status}</code></p>${response.content ? toContent(response.content) : ''}`;
}

function toContent(content: OpenApiContent): string {
  return Object.entries(content)
    .map(([type, { schema, example }]) => {
      const shown = example === undefined ? '' : `<p>Example:</p>${toCode(example)}`;
      return `<p class="dim"><code>${escape(type)}</code></p>${schema ? toSchema(schema) : ''}${shown}`;
    })
    .join('');
}

function toSchema(schema: JsonSchema): string {
  const { $ref, ...rest } = schema;
  if (typeof $ref === 'string') return toReference($ref.slice($ref.lastIndexOf('/') + 1));
  if (Object.keys(rest).length === 0) return '<p>Any JSON value.</p>';
  return toCode(schema);
}

function toReference(name: string): string {
  return `<a href="#schema-${escape(name)}"><code>${escape(name)}</code></a>`;
}

/** A long value is a block that scrolls, so that it takes the keyboard's focus. */
function toCode(value: unknown): string {
  const line = JSON.stringify(value);
  const isShort = line.length <= 60;
  const text = escape(isShort ? line : JSON.stringify(value, undefined, 2));
  const linked = text.replaceAll(
    /&quot;#\/components\/schemas\/([\w.-]+)&quot;/g,
    (_, name: string) => `<a href="#schema-${name}">&quot;${name}&quot;</a>`,
  );
  return isShort ? `<code>${linked}</code>` : `<pre tabindex="0">${linked}</pre>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
