import * as v from 'valibot'
import { ListMetaSchema } from '#src/domain/wire.ts'
import type { ContractCall } from '#tests/contract/contract-calls.ts'
import { recordsOf } from './call-check.ts'
import type { LiveDesk } from './live-contract.ts'

// Optional features beyond the contract (docs/api.md, "Optional"). These checks write nothing.

export interface Extension {
  name: string
  isOffered: boolean
  /** What is missing, or where the feature is offered; '' when there is nothing to report. */
  detail: string
}

export interface ExtensionFacts {
  /** Whether the answer to the sign-in says that the backend accepts idempotency keys. */
  takesKeys: boolean
  /** The answer of GET /admin/properties. */
  properties: unknown
  reads: readonly ContractCall[]
  panelOrigin: string
}

const DeltaAnswer = v.looseObject({
  ...ListMetaSchema.entries,
  success: v.literal(true),
  data: v.array(v.unknown()),
  removed: v.array(v.string()),
})
const PageAnswer = v.looseObject({
  success: v.literal(true),
  data: v.pipe(v.array(v.unknown()), v.maxLength(1)),
  meta: v.looseObject({ nextCursor: v.nullable(v.string()) }),
})

export async function findExtensions(desk: LiveDesk, facts: ExtensionFacts): Promise<Extension[]> {
  const { takesKeys, properties, reads, panelOrigin } = facts
  return Promise.all([
    findVersions(properties),
    { name: 'Idempotency keys', isOffered: takesKeys, detail: '' },
    safely('Delta reads (?since=)', () => findDeltas(desk, properties)),
    safely('ETags', () => findEtags(desk, reads)),
    safely('Pages (?limit=)', () => findPages(desk)),
    safely(`CORS for ${panelOrigin}`, () => findCors(desk, panelOrigin)),
  ])
}

type Finding = Omit<Extension, 'name'>

/** Reports a feature as not offered if its check throws. */
async function safely(name: string, find: () => Promise<Finding>): Promise<Extension> {
  try {
    return { name, ...(await find()) }
  } catch (error) {
    return { name, isOffered: false, detail: (error as Error).message } // fetch and JSON reject with an Error
  }
}

function findVersions(properties: unknown): Extension {
  const rows = recordsOf(properties)
  const versioned = rows.filter(({ version }) => typeof version === 'number').length
  return {
    name: 'Versions of properties',
    isOffered: versioned > 0 && versioned === rows.length,
    detail: versioned > 0 && versioned < rows.length ? `${versioned} of ${rows.length} rows` : '',
  }
}

async function findDeltas({ ask }: LiveDesk, properties: unknown): Promise<Finding> {
  const meta = v.safeParse(ListMetaSchema, properties)
  if (!meta.success) return { isOffered: false, detail: '' }
  const since = encodeURIComponent(meta.output.meta.cursor)
  const answer = await ask('GET', `/admin/properties?since=${since}`)
  const isOffered = answer.ok && v.is(DeltaAnswer, await answer.json())
  return { isOffered, detail: isOffered ? '' : 'there is a cursor, but no delta for it' }
}

async function findEtags({ ask }: LiveDesk, reads: readonly ContractCall[]): Promise<Finding> {
  const tagged: string[] = []
  const ignored: string[] = []
  for (const { method, path } of reads) {
    const etag = (await ask(method, path)).headers.get('etag')
    if (etag === null) continue
    const again = await ask(method, path, { headers: { 'If-None-Match': etag } })
    if (again.status === 304) tagged.push(path)
    else ignored.push(path)
  }
  const isEverywhere = tagged.length === reads.length
  const detail = [
    ...(tagged.length > 0 && !isEverywhere ? [`only ${tagged.join(', ')}`] : []),
    ...(ignored.length > 0 ? [`no 304 from ${ignored.join(', ')}`] : []),
  ]
  return { isOffered: tagged.length > 0, detail: detail.join('; ') }
}

async function findPages({ ask }: LiveDesk): Promise<Finding> {
  const answer = await ask('GET', '/admin/properties?limit=1')
  return { isOffered: answer.ok && v.is(PageAnswer, await answer.json()), detail: '' }
}

/** Checks the CORS headers for a panel at `origin`. Without them, browsers block its calls to the backend. */
async function findCors({ request, ask }: LiveDesk, origin: string): Promise<Finding> {
  const allowed = new Set([origin, '*'])
  const missing: string[] = []
  const need = (holds: boolean, name: string) => {
    if (!holds) missing.push(name)
  }
  for (const [method, path] of [
    ['PATCH', '/admin/properties/none/status'],
    ['PUT', '/events/none'],
    ['DELETE', '/events/none'],
  ] as const) {
    const { ok, headers } = await request('OPTIONS', path, {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    })
    const list = (name: string) => (headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/)
    const isAllowed = ok && allowed.has(headers.get('access-control-allow-origin') ?? '')
    need(isAllowed, `preflight of ${method}`)
    if (!isAllowed) continue
    // `*` allows every method, and every header except Authorization (Fetch Standard, "CORS non-wildcard
    // request-header name").
    const methods = list('access-control-allow-methods')
    need(methods.includes(method.toLowerCase()) || methods.includes('*'), `method ${method}`)
    const sent = list('access-control-allow-headers')
    need(sent.includes('authorization'), 'header Authorization')
    need(sent.includes('content-type') || sent.includes('*'), 'header Content-Type')
  }
  const { headers } = await ask('GET', '/events/user', { headers: { Origin: origin } })
  need(allowed.has(headers.get('access-control-allow-origin') ?? ''), 'Access-Control-Allow-Origin')
  const isOffered = missing.length === 0
  return {
    isOffered,
    detail: isOffered ? findHidden(headers) : `missing: ${[...new Set(missing)].join(', ')}`,
  }
}

/** The response headers that the app would use, but that CORS hides from it. */
function findHidden(headers: Headers): string {
  const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase()
  const hidden = ['ETag', 'Retry-After'].filter((name) => !exposed.includes(name.toLowerCase()))
  return hidden.length > 0 ? `not exposed: ${hidden.join(', ')}` : ''
}
