import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Hono } from 'hono'
import type { AppEnv } from '#server/platform/app-env.ts'
import type {
  DescribedAnswer,
  DescribedCall,
  JsonSchema,
  OpenApiDocument,
} from '#server/platform/openapi/document-form.ts'
import { makeOpenApiDocument } from '#server/platform/openapi/openapi-document.ts'
import { readText } from './answer-text.ts'

// Checks answers against the server's OpenAPI document: the status, the headers, the content type
// and every field of the body must match.

const FORMATS = {
  'date-time': (text: string) =>
    /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(text) &&
    !Number.isNaN(Date.parse(text)),
  email: (text: string) => /^[^@\s]+@[^@\s]+$/.test(text),
}

const MOST_FLAWS = 10 // per answer: a flaw in one row is usually in every row

type AnswerCheck = ReturnType<typeof makeAnswerCheck>

let made: Promise<AnswerCheck> | undefined

/**
 * Returns the same check for every instance of the server's Hono app, because all have the same routes.
 * The check compiles a schema when the schema is first used.
 */
export function getAnswerCheck(app: Hono<AppEnv>): Promise<AnswerCheck> {
  made ??= makeOpenApiDocument(app).then(makeAnswerCheck)
  return made
}

function makeAnswerCheck(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: true, allErrors: true, formats: FORMATS })
  // The schemas refer to `components` of the document, so Ajv has to load it like a schema.
  ajv.addKeyword('components')
  ajv.addSchema({ $id: 'api', components: document.components })
  /** By the text of their schemas, because many calls describe the same refusals, and compiling takes long. */
  const compiled = new Map<string, ValidateFunction>()

  /** The flaws of a value, one line each, as its schema reports them. */
  function findFlaws(schema: JsonSchema, value: unknown): string[] {
    const text = writeWithinDocument(schema)
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text))
    compiled.set(text, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
    )
  }

  /** @throws Error that lists up to MOST_FLAWS differences between an answer and its description */
  async function checkAnswer(
    request: Pick<Request, 'method' | 'url'>,
    answer: Response,
  ): Promise<void> {
    const { pathname } = new URL(request.url)
    const call = findCall(document, request.method, pathname)
    const described = findAnswer(document, { call, pathname, status: answer.status })
    const flaws = described
      ? [...checkHeaders(described, answer.headers), ...(await checkBody(described, answer))]
      : ['the status is not described']
    if (flaws.length === 0) return
    const asked = `${request.method} ${pathname} answered ${answer.status}`
    throw new Error(`${asked}, not as it is described:\n${flaws.slice(0, MOST_FLAWS).join('\n')}`)
  }

  function checkHeaders({ headers = {} }: DescribedAnswer, sent: Headers): string[] {
    return Object.entries(headers).flatMap(([name, { required, schema }]) => {
      const value = sent.get(name)
      if (value === null) return required ? [`the header ${name} is missing`] : []
      return findFlaws(schema, value).map((flaw) => `${name}: ${flaw}`)
    })
  }

  async function checkBody({ content = {} }: DescribedAnswer, answer: Response) {
    const text = await readText(answer.clone())
    const [described] = Object.entries(content)
    if (!described) return text === '' ? [] : ['a body came where none is described']
    const [type, { schema }] = described
    const sent = answer.headers.get('Content-Type')?.split(';')[0]
    if (sent !== type) return [`the body is ${sent}, described as ${type}`]
    return findFlaws(schema, type === 'application/json' ? JSON.parse(text) : text)
  }

  return { document, findFlaws, checkAnswer }
}

/** The description of the call that a request makes; null if the document does not describe it. */
export function findCall(
  { paths }: OpenApiDocument,
  method: string,
  pathname: string,
): DescribedCall | null {
  // If two paths match, the path without a parameter is the right one.
  const [path] = Object.keys(paths)
    .filter((one) => isAt(one, pathname) && paths[one]?.[method.toLowerCase()])
    .sort((one, other) => Number(one.includes('{')) - Number(other.includes('{')))
  return (path && paths[path]?.[method.toLowerCase()]) || null
}

function findAnswer(
  { paths, components }: OpenApiDocument,
  { call, pathname, status }: { call: DescribedCall | null; pathname: string; status: number },
): DescribedAnswer | undefined {
  if (call) return call.responses[status]
  const isKnown = Object.keys(paths).some((path) => isAt(path, pathname))
  const { NoSuchMethod, NoSuchAddress } = components.responses
  if (isKnown && status === 405) return NoSuchMethod
  return !isKnown && status === 404 ? NoSuchAddress : undefined
}

function isAt(path: string, pathname: string): boolean {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname)
}

/** The text of a schema, with references that Ajv resolves in the document. */
function writeWithinDocument(schema: JsonSchema): string {
  return JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')
}
