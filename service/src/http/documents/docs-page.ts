/** `/docs`: the OpenAPI document for people, in development. Made of the document itself; no script, no foreign asset. */
import { escapeHtml } from './html.ts';
import type { PageBrand } from './page-brand.ts';
import { plainPage } from './plain-page.ts';

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; description: string }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

export function docsPage(document: Record<string, unknown>, brand: PageBrand): string {
  const { info, paths } = document as {
    info: { title: string; version: string; description: string };
    paths: Record<string, Record<string, Operation>>;
  };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callSection(method, path, operation)),
  );
  return plainPage({
    language: 'en',
    title: `${info.title}: the calls`,
    css: brand.css,
    body: `<p class="mark">${brand.mark}</p>
<h1>${escapeHtml(info.title)}: API reference</h1>
<p class="lead">${inline(info.description)}</p>
<p class="soft">Version ${escapeHtml(info.version)} · <a href="/openapi.json">openapi.json</a></p>
${calls.join('\n')}`,
  });
}

function callSection(method: string, path: string, operation: Operation): string {
  const answers = Object.entries(operation.responses).map(
    ([status, { description, content }]) =>
      `<dt><code>${status}</code></dt><dd>${description
        .split('\n\n')
        .map((line) => `<p>${inline(line)}</p>`)
        .join('')}${Number(status) < 300 && content ? schemaBlock('Answer', content) : ''}</dd>`,
  );
  const headers = operation.parameters.map(
    ({ name, description }) => `<dt><code>${escapeHtml(name)}</code></dt><dd>${escapeHtml(description)}</dd>`,
  );
  return `<article id="${escapeHtml(operation.operationId)}">
<div class="row"><h2>${escapeHtml(operation.summary)}</h2><span class="soft">${escapeHtml(operation.operationId)}</span></div>
<p><span class="chip">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>
${operation.requestBody ? schemaBlock('Body', operation.requestBody.content) : ''}
<details><summary>Parameters</summary><dl>${headers.join('')}</dl></details>
<details><summary>Answers</summary><dl>${answers.join('')}</dl></details>
</article>`;
}

function schemaBlock(name: string, content: Record<string, { schema: unknown }>): string {
  const schema = JSON.stringify(Object.values(content)[0]?.schema, null, 2);
  return `<details><summary>${name}</summary><pre tabindex="0">${escapeHtml(schema)}</pre></details>`;
}

/** Text with \`code\` in it. */
function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
