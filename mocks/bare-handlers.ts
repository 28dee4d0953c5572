import { delay, type HttpHandler, HttpResponse, http } from 'msw'
import type { BareAnswer } from './bare-answer.ts'
import { type BareBackend, makeBareBackend } from './bare-backend.ts'
import { type Fault, type FaultScript, makeFaultScript } from './fault-script.ts'

export interface ReceivedRequest {
  method: string
  /** Without the /api prefix, with the query. */
  path: string
  headers: Record<string, string>
  /** Parsed JSON, the raw text if it is not JSON, or null without a body. */
  body: unknown
}

export interface BareApi {
  backend: BareBackend
  faults: FaultScript
  /** Every request that arrived, in order, including those that got a fault. */
  requests: ReceivedRequest[]
  /** msw handlers for all paths under /api and for the captive portal's page, on any host. */
  handlers: HttpHandler[]
}

const PORTAL_PATH = '/portal/login'
const PORTAL_PAGE = '<!doctype html><title>Wi-Fi login</title><h1>Sign in to use this network</h1>'

/** The bare backend behind msw, with a fault script and a request log. */
export function makeBareApi(backend: BareBackend = makeBareBackend()): BareApi {
  const faults = makeFaultScript()
  const requests: ReceivedRequest[] = []
  const handlers = [
    http.all('*/api/*', async ({ request }) => {
      const received = await readRequest(request)
      requests.push(received)
      if (faults.delayMs > 0) await delay(faults.delayMs)
      const path = received.path.split('?')[0] ?? ''
      const fault = faults.takeFault(request.method, path)
      if (fault?.kind === 'held') await faults.hold()
      if (fault && !hasEffect(fault)) return faultyResponse(fault, request)
      const answer = backend.answer({
        method: request.method,
        path,
        token: /^Bearer (.+)$/.exec(received.headers['authorization'] ?? '')?.[1] ?? null,
        body: received.body,
      })
      if (fault?.kind === 'lost-answer') return HttpResponse.error()
      return fault?.kind === 'truncated' ? truncated(answer) : asResponse(answer)
    }),
    http.get(`*${PORTAL_PATH}`, portalPage),
  ]
  return { backend, faults, requests, handlers }
}

function hasEffect(fault: Fault): boolean {
  return ['held', 'lost-answer', 'truncated'].includes(fault.kind)
}

function faultyResponse(fault: Fault, request: Request): Response {
  switch (fault.kind) {
    case 'status':
      return HttpResponse.json(fault.body ?? { success: false, error: 'Something went wrong' }, {
        status: fault.status,
        headers: fault.headers ?? {},
      })
    case 'refused':
      return HttpResponse.json({ success: false, error: fault.error ?? 'Not possible' })
    case 'captive-portal':
      return portalPage()
    case 'login-redirect':
      return new HttpResponse(null, {
        status: 302,
        headers: { location: new URL(PORTAL_PATH, request.url).href },
      })
    default:
      return HttpResponse.error()
  }
}

async function readRequest(request: Request): Promise<ReceivedRequest> {
  const url = new URL(request.url)
  return {
    method: request.method,
    path: url.pathname.slice(url.pathname.indexOf('/api/') + '/api'.length) + url.search,
    headers: Object.fromEntries(request.headers),
    body: parseBody(await request.clone().text()),
  }
}

function parseBody(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    // Returns a body that is not JSON as text, so that the backend refuses it and the request log shows it.
    return text
  }
}

function asResponse({ status, body }: BareAnswer): Response {
  return jsonResponse(JSON.stringify(body), status)
}

function truncated({ status, body }: BareAnswer): Response {
  const text = JSON.stringify(body)
  return jsonResponse(text.slice(0, Math.ceil(text.length / 2)), status)
}

function jsonResponse(text: string, status: number): Response {
  return new HttpResponse(text, { status, headers: { 'content-type': 'application/json' } })
}

function portalPage(): Response {
  return HttpResponse.html(PORTAL_PAGE)
}
