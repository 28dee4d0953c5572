import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, type RenderResult, render } from '@testing-library/react'
import Dexie from 'dexie'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { toast } from 'react-hot-toast/headless'
import { BrowserRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { App } from '#src/app/app.tsx'
import { createRuntime, type Runtime } from '#src/app/runtime.ts'
import { createPage, type Page } from '#src/app/startup/page.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'
import { AuthPageContext } from '#src/features/auth/auth-page-context.ts'
import { OutboxContext } from '#src/outbox/use-outbox.ts'
import { ReadContext } from '#src/query-cache/use-saved-read.ts'
import { VideoContext } from '#src/saved-videos/use-video-source.ts'
import type { NewSession } from '#src/session/session-store.ts'
import { SessionContext } from '#src/session/use-session.ts'

// Renders parts of the app in the real providers, with a real outbox in fake-indexeddb, against
// scripted responses.

/** A body to return with status 200, or a request handler. */
export type ScriptedAnswer = object | ((request: Request) => Response | Promise<Response>)
/** Keyed by 'METHOD /path' below /api, with msw's path parameters. */
export type Responses = Record<string, ScriptedAnswer>

export const OPERATOR: NewSession = {
  account: {
    id: 'operator-1',
    fullName: 'Asha Rao',
    email: 'asha@example.in',
    role: 'admin',
    isVerified: true,
  },
  token: 'operator-token',
  expiresAt: null,
  takesKeys: true,
}

export function operatorAs(staffRole: string | null): NewSession {
  return { ...OPERATOR, account: { ...OPERATOR.account, staffRole } }
}

/** An end user. */
export const MEERA: NewSession = {
  account: {
    id: 'user-1',
    fullName: 'Meera Iyer',
    email: 'meera@example.in',
    role: 'user',
    isVerified: true,
  },
  token: 'user-token',
  expiresAt: null,
  takesKeys: true,
}

/** No stream of changes, as on an earlier server: screens are tested with the reads that they make by themselves. */
const noStream = http.get('*/api/admin/changes', () =>
  HttpResponse.json(
    { success: false, error: 'There is nothing at this address.' },
    { status: 404 },
  ),
)
const server = setupServer(noStream)
/** A test that reloads starts a second page. */
let started: StartedPage[] = []

/** Call once per test file that renders with responses. A request without a scripted response fails the test. */
export function setupAnswers(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(async () => {
    cleanup()
    toast.removeAll()
    for (const { page, runtime } of started) {
      page.install.dispose()
      await runtime.dispose()
    }
    started = []
    server.resetHandlers()
    localStorage.clear()
    sessionStorage.clear()
    await Promise.all(['outbox', 'cache', 'uploads'].map((name) => Dexie.delete(name)))
  })
  afterAll(() => server.close())
}

/** Adds or replaces responses during a test. */
export function answer(responses: Responses): void {
  server.use(
    ...Object.entries(responses).map(([call, scripted]) => {
      const [method = 'GET', path = '/'] = call.split(' ')
      // The cast is safe: the API has no other methods.
      const verb = method.toLowerCase() as 'get' | 'post' | 'patch' | 'put' | 'delete'
      return http[verb](`*/api${path}`, async ({ request }) =>
        echoKey(
          request,
          typeof scripted === 'function' ? await scripted(request) : HttpResponse.json(scripted),
        ),
      )
    }),
  )
}

/** Repeats the key of a keyed change in the answer, as our server does, unless the answer has another one. */
function echoKey(request: Request, response: Response): Response {
  const key = request.headers.get(IDEMPOTENCY_HEADER)
  const isWithout = response.type !== 'error' && !response.headers.has(IDEMPOTENCY_HEADER)
  if (key !== null && isWithout) response.headers.set(IDEMPOTENCY_HEADER, key)
  return response
}

export interface RenderOptions {
  responses?: Responses
  /** The signed-in user: the operator by default, null for nobody. */
  session?: NewSession | null
  /** The initial path and query, such as '/dashboard?section=users'. */
  address?: string
  /** Called if React rendered the app a second time, and that time without the error. By default the test fails. */
  onRecoverableError?: (error: unknown) => void
}

export interface SyncRender extends RenderResult {
  runtime: Runtime
}

/** Renders a part of the app in its own router. */
export function renderWithSync(ui: ReactNode, options: RenderOptions = {}): SyncRender {
  window.history.replaceState(null, '', options.address ?? '/dashboard')
  const { page, runtime } = startPage(options)
  const rendered = render(
    <SessionContext value={page.session}>
      <AuthPageContext value={page.authPage}>
        <QueryClientProvider client={runtime.queryClient}>
          <OutboxContext value={runtime.sync}>
            <ReadContext value={runtime.sync}>
              <VideoContext value={runtime.sync.videos}>
                <BrowserRouter>{ui}</BrowserRouter>
              </VideoContext>
            </ReadContext>
          </OutboxContext>
        </QueryClientProvider>
      </AuthPageContext>
    </SessionContext>,
  )
  return { ...rendered, runtime }
}

/** Renders the whole app at `options.address`. */
export function renderApp(options: RenderOptions = {}): SyncRender {
  window.history.replaceState(null, '', options.address ?? '/dashboard')
  const { page, runtime } = startPage(options)
  const app = (
    <BrowserRouter>
      <App page={page} updates={null} />
    </BrowserRouter>
  )
  const { onRecoverableError } = options
  return { ...render(app, onRecoverableError && { onRecoverableError }), runtime }
}

interface StartedPage {
  page: Page
  runtime: Runtime
}

function startPage({ responses = {}, session = OPERATOR }: RenderOptions): StartedPage {
  // Every page of an end user requests the number of unread messages.
  const messages = { success: true, data: [], meta: { unread: 0, nextCursor: null } }
  answer({ 'GET /healthz': { status: 'ok' }, 'GET /account/messages': messages, ...responses })
  const page = createPage(window, async () => runtime)
  const runtime = createRuntime(window, page.session)
  started.push({ page, runtime })
  if (session) page.session.set(session)
  return { page, runtime }
}

/** Opens the device storage if needed, and returns its outbox. */
export async function openOutbox({ openDevice }: Runtime) {
  return (await openDevice()).storage.store
}

/** The changes in the user's outbox. */
export async function listQueued(runtime: Runtime, { account }: NewSession = OPERATOR) {
  return (await openOutbox(runtime)).listChanges(account.id)
}

/** All that the browser stores, as text: both web storages, and these databases, by default all. */
export async function dumpDevice(...names: string[]): Promise<string> {
  const stored: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
  // Dexie would create a database that does not exist yet, and delete it again while the app opens it.
  const existing = await Dexie.getDatabaseNames()
  for (const name of existing.filter((found) => names.length === 0 || names.includes(found))) {
    const database = await new Dexie(name).open()
    for (const table of database.tables) stored.push(await table.toArray())
    database.close()
  }
  return JSON.stringify(stored)
}

/** Makes the outbox assume that there is no network. `NO_NETWORK` fails its later probes. */
export function loseNetwork({ sync }: Runtime): void {
  act(() => sync.connectivity.report(false))
}

export async function openDrain({ openDevice }: Runtime) {
  return (await openDevice()).drain
}
