import { html } from 'hono/html'
import { writeCall, writeFields, writeText } from './docs-call.ts'
import type { DescribedCall, OpenApiDocument } from './document-form.ts'
import { listFields } from './field-rows.ts'

interface PlacedCall {
  method: string
  path: string
  call: DescribedCall
}

/**
 * Renders the document as a page for people, without scripts: the Content Security Policy allows no
 * inline scripts.
 */
export async function writeDocsPage(document: OpenApiDocument): Promise<string> {
  const { info, tags, components } = document
  const calls = listCalls(document)
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API, ${info.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<h1>${info.title}: API</h1>
<p>${info.summary}</p>
<p>The same for programs: <a href="/api/openapi.json">openapi.json</a>, OpenAPI ${document.openapi}.</p>
</header>
<nav aria-label="Contents">${writeContents(document, calls)}</nav>
<main id="calls">
${info.description.split('\n\n').map((text) => html`<p>${writeText(text)}</p>`)}
${tags.map(
  ({ name, description }) => html`<section aria-labelledby="group-${name}">
<h2 id="group-${name}">${name}</h2>
<p>${description}</p>
${ofGroup(calls, name).map(({ method, path, call }) => writeCall(method, path, call))}
</section>`,
)}
<section aria-labelledby="records">
<h2 id="records">Records</h2>
<p>What the answers are made of.</p>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<div class="record" id="record-${name}">
<h3>${name}</h3>
${writeFields(`Fields of ${name}`, listFields(schema))}
</div>`,
)}
</section>
</main>
</body>
</html>
`
  return page.toString()
}

function writeContents({ tags }: OpenApiDocument, calls: readonly PlacedCall[]) {
  return html`<ul>
${tags.map(
  ({ name }) => html`<li><a href="#group-${name}">${name}</a>
<ul>${ofGroup(calls, name).map(
    ({ method, path, call }) =>
      html`<li><a href="#${call.operationId}"><span class="method ${method}">${method.toUpperCase()}</span> ${path}</a></li>`,
  )}</ul>
</li>`,
)}
<li><a href="#records">Records</a></li>
</ul>`
}

function listCalls({ paths }: OpenApiDocument): PlacedCall[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, call]) => ({ method, path, call })),
  )
}

function ofGroup(calls: readonly PlacedCall[], group: string): PlacedCall[] {
  return calls.filter(({ call }) => call.tags.includes(group))
}
