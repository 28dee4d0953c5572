import type { BrowserContext, Page } from 'playwright-core'
import type { TestServer } from '#tests/support/server-fixture.ts'
import { testPans } from '#tests/support/test-pans.ts'
import { listEventRows } from './marketplace.ts'
import { readDeviceStorage } from './panel-page.ts'

// What is nobody else's business, and every place of a device where it could have stayed.

export const MASKED_PAN = /\b[A-Z]{4,5}X{4}[A-Z]\b/
export const PAN = /\b[A-Z]{5}\d{4}[A-Z]\b/
/** The saved copies of a device that nobody is signed in on. */
export const EMPTY_CACHE = { copies: [], mirror: [], pieces: [], videoPieces: [], videos: [] }

export interface Secrets {
  /** Whole PAN numbers: on no device, ever. */
  pans: string[]
  /** Names, addresses and numbers of people. */
  people: string[]
  /** Listings and loan applications, by name and id. */
  business: string[]
  /** The demo user's events, by title and place. */
  events: string[]
}

/** Everything of the server that a device may only know while it is signed in as the right person. */
export async function listSecrets(server: TestServer): Promise<Secrets> {
  const { db, demoUser } = server
  const users = await db.selectFrom('users').selectAll().where('role', '=', 'user').execute()
  const listings = await db.selectFrom('listings').select(['id', 'name']).execute()
  const loans = await db.selectFrom('loans').select(['id', 'pan_sealed']).execute()
  const events = await listEventRows(server, demoUser.id)
  return {
    pans: texts(loans.map(({ id, pan_sealed }) => pan_sealed && testPans.open(id, pan_sealed))),
    people: texts(users.flatMap((user) => [user.full_name, user.email, user.phone_number])),
    business: texts([
      ...listings.flatMap(({ id, name }) => [id, name]),
      ...loans.map(({ id }) => id),
    ]),
    events: texts(events.flatMap(({ fields }) => [fields['title'], fields['place']])),
  }
}

/** What the demo user may have on her device of all that. */
export async function listOwn({ db, demoUser }: TestServer): Promise<string[]> {
  const { full_name } = await db
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', demoUser.id)
    .executeTakeFirstOrThrow()
  return texts([full_name, demoUser.email])
}

function texts(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === 'string' && value !== '').map(String)
}

/** Those of the secrets that stand anywhere on the device, as text. */
export async function findOnDevice(page: Page, secrets: readonly string[]): Promise<string[]> {
  const memory = JSON.stringify(await readDeviceStorage(page))
  return secrets.filter((secret) => memory.includes(JSON.stringify(secret).slice(1, -1)))
}

/** What a storage holds beside the tokens by which the server knows this device: those stay, and name nobody. */
export function besideDeviceTokens(storage: Record<string, string>): Record<string, string> {
  const isDeviceToken = ([key, value]: [string, string]) =>
    /^device-token:[0-9a-z]{1,7}$/.test(key) && /^[\w-]{43}$/.test(value)
  return Object.fromEntries(Object.entries(storage).filter((entry) => !isDeviceToken(entry)))
}

/** Answers of the server that the browser would give again without asking it, and whatever cookies or files it has. */
export async function listLeftovers(page: Page, context: BrowserContext, paths: readonly string[]) {
  const answers = await page.evaluate(async (asked) => {
    const kept: string[] = []
    for (const path of asked) {
      const answer = await fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).catch(
        () => null,
      )
      if (answer?.ok) kept.push(path)
    }
    return kept
  }, paths)
  const files = await page.evaluate(async () => {
    const names: string[] = []
    const folder = await navigator.storage.getDirectory()
    for await (const name of folder.keys()) names.push(name)
    return names
  })
  const cookies = (await context.cookies()).map(({ name }) => name)
  return { answers, files, cookies }
}

export const NOTHING_LEFT = { answers: [], files: [], cookies: [] }

/** The API's paths that this page read from now on. */
export function followReads(page: Page): Set<string> {
  const paths = new Set<string>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) paths.add(pathname + search)
  })
  return paths
}
