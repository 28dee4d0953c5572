import type { BrowserContext, Page } from 'playwright-core'
import { DESKTOP } from '#tests/support/browser/device.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { marketTest } from './market-test.ts'
import { listEventRows } from './marketplace.ts'
import { installWorker, readDeviceStorage, signIn } from './panel-page.ts'

// Private data, and every place on a device where it could remain.

export const MASKED_PAN = /\b[A-Z]{4,5}X{4}[A-Z]\b/
export const PAN = /\b[A-Z]{5}\d{4}[A-Z]\b/
/** The saved copies on a signed-out device. */
export const EMPTY_CACHE = { copies: [], mirror: [], pieces: [], videoPieces: [], videos: [] }

interface Secrets {
  /** Full PAN numbers, which no device may store. */
  pans: string[]
  /** Names, e-mail addresses and phone numbers of people. */
  people: string[]
  /** Listings and loan applications, by name and id. */
  business: string[]
  /** The demo user's events, by title and place. */
  events: string[]
}

/** All server data that must not remain on a device after a sign-out. */
async function listSecrets(server: TestServer): Promise<Secrets> {
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

/** A desktop page, and what must not remain on it. */
export const secretTest = marketTest
  .extend('size', () => DESKTOP)
  .extend('secrets', async ({ server }) => {
    const secrets = await listSecrets(server)
    const ofThePanel = [...secrets.pans, ...secrets.people, ...secrets.business]
    return { ...secrets, ofThePanel, ofAnyone: [...ofThePanel, ...secrets.events] }
  })
  /** Signs the operator in, and installs the worker. */
  .extend('openPanel', ({ page, url, server }) => async () => {
    await signIn(page, url, server.operator)
    await installWorker(page)
  })

/** The part of `people` that the demo user's device may store. */
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

/** The secrets that occur as text anywhere in the device's storage. */
export async function findOnDevice(page: Page, secrets: readonly string[]): Promise<string[]> {
  const memory = JSON.stringify(await readDeviceStorage(page))
  return secrets.filter((secret) => memory.includes(JSON.stringify(secret).slice(1, -1)))
}

/** A storage's entries without device tokens, which may remain because they identify nobody. */
export function besideDeviceTokens(storage: Record<string, string>): Record<string, string> {
  const isDeviceToken = ([key, value]: [string, string]) =>
    /^device-token:[0-9a-z]{1,7}$/.test(key) && /^[\w-]{43}$/.test(value)
  return Object.fromEntries(Object.entries(storage).filter((entry) => !isDeviceToken(entry)))
}

/** Lists the `paths` with an answer in the HTTP cache, all cookies, and the origin private file system's files. */
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

/** Collects the API paths that this page requests with GET from now on. */
export function followReads(page: Page): Set<string> {
  const paths = new Set<string>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) paths.add(pathname + search)
  })
  return paths
}
