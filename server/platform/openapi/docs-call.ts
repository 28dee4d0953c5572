import { html } from 'hono/html'
import { ERROR_CODES, type ErrorCode } from '#server/platform/http/error-codes.ts'
import type {
  Content,
  DescribedAnswer,
  DescribedCall,
  DescribedParameter,
  JsonSchema,
} from './document-form.ts'
import { describeKind, type FieldRow, listFields, listForms, recordOf } from './field-rows.ts'

/** Renders a call with its details collapsed. A link to its fragment expands it. */
export function writeCall(method: string, path: string, call: DescribedCall) {
  return html`<details class="call">
<summary>
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${path}</code></h3>
<p>${writeText(call.summary)}</p>
</summary>
<div class="detail" id="${call.operationId}">
${call.description === undefined ? '' : html`<p>${writeText(call.description)}</p>`}
<p>${describeCaller(call)}</p>
${call.parameters.length > 0 ? writeParameters(call.parameters) : ''}
${call.requestBody ? writeContent('Body', call.requestBody.content) : ''}
${Object.entries(call.responses).map(([status, answer]) => writeAnswer(status, answer))}
${writeRefusals(call.responses)}
</div>
</details>`
}

/** The fields of an object as a table, with links to records. */
export function writeFields(caption: string, rows: readonly FieldRow[]) {
  return html`<table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Kind</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.map(
    ({ name, kind, record, isRequired, says }) => html`<tr>
<th scope="row"><code>${name}</code></th>
<td>${writeKind(kind, record)}${isRequired ? '' : html` <span class="optional">optional</span>`}</td>
<td>${writeText(says)}</td>
</tr>`,
  )}</tbody>
</table>`
}

/** Renders text between backticks as code. */
export function writeText(text: string) {
  const parts = text.split('`')
  return parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}

function describeCaller({ security: [needed] }: DescribedCall): string {
  if (!needed) return 'Needs no token.'
  if (needed['apiKey']) return 'Needs an API key.'
  return needed['token']?.includes('operator')
    ? "Needs the operator's token."
    : "Needs anyone's token."
}

function writeKind(kind: string, record: string | null) {
  if (record === null) return kind
  const [before, after = ''] = kind.split(record)
  return html`${before}<a href="#record-${record}">${record}</a>${after}`
}

function writeParameters(parameters: readonly DescribedParameter[]) {
  const rows = parameters.map(({ name, in: place, required, description, schema }) => ({
    name,
    kind: `${place}: ${describeKind(schema)}`,
    record: null,
    isRequired: required,
    says: description,
  }))
  return writeFields('Parameters', rows)
}

function writeContent(title: string, content: Content) {
  return Object.entries(content).map(
    ([type, { schema, example }]) =>
      html`${listForms(schema).map((form, index) =>
        writeForm(index === 0 ? title : `${title}, or`, form),
      )}${
        type === 'application/json'
          ? html`<h4>Example</h4><pre><code>${JSON.stringify(example, null, 2)}</code></pre>`
          : html`<p>${type}</p>`
      }`,
  )
}

function writeForm(title: string, form: JsonSchema) {
  const rows = listFields(form)
  if (rows.length > 0) return writeFields(title, rows)
  return html`<p>${title}: ${writeKind(describeKind(form), recordOf(form))}</p>`
}

/** Renders a response that is not a plain error, such as 200, 304 or a listing's 412. */
function writeAnswer(status: string, answer: DescribedAnswer) {
  if (codesOf(answer).length > 0) return ''
  const headers = Object.entries(answer.headers ?? {}).map(([name, { description, required }]) => ({
    name,
    kind: 'text',
    record: null,
    isRequired: required === true,
    says: description,
  }))
  return html`<h4>Answer ${status}</h4>
<p>${writeText(answer.description)}</p>
${headers.length > 0 ? writeFields(`Headers of ${status}`, headers) : ''}
${answer.content ? writeContent(`Content of ${status}`, answer.content) : ''}`
}

function writeRefusals(answers: DescribedCall['responses']) {
  const rows = Object.entries(answers).flatMap(([status, answer]) =>
    codesOf(answer).map((code) => ({ status, code })),
  )
  return html`<table>
<caption>Refusals</caption>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">When</th></tr></thead>
<tbody>${rows.map(
    ({ status, code }) => html`<tr>
<th scope="row"><code>${code}</code></th><td>${status}</td><td>${writeText(ERROR_CODES[code].says)}</td>
</tr>`,
  )}</tbody>
</table>`
}

/** The codes of an error response; none for a response of another form. */
function codesOf(answer: DescribedAnswer): ErrorCode[] {
  const schema = answer.content?.['application/json']?.schema
  if (schema?.['$ref'] !== '#/components/schemas/Error') return []
  // The cast is safe: described-calls.ts wrote the schema.
  const { code } = schema['properties'] as { code: { enum: ErrorCode[] } }
  return code.enum
}
