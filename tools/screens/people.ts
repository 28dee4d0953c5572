import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import {
  createEvent,
  RAVI,
  register,
  signInAs,
  waitForEvents,
} from '#tests/browser/pages/account-page.ts'
import { getListingNamed } from '#tests/browser/pages/marketplace.ts'
import { decideElsewhere, deleteElsewhere } from '#tests/browser/pages/other-desk.ts'
import { boardCard, decide, pendingNames, signIn, status } from '#tests/browser/pages/panel-page.ts'
import { FLAT, makePostingCalls } from '#tests/server/listings/content/posting-calls.ts'
import { signInSeller } from '#tests/server/listings/content/posting-server.ts'
import { makeDecisions, runMessages } from '#tests/server/notices/messages/message-runs.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { cutNetwork, healNetwork, refuseEvents } from './staged-network.ts'

// The people who see the screens, and the data of their devices, created before a person's first screen.

/** The outbox of a `troubled` person has changes that are unsent or need attention. */
export type Who =
  | 'visitor'
  | 'newcomer'
  | 'owner'
  | 'troubled owner'
  | 'operator'
  | 'troubled operator'

export interface Stage {
  server: TestServer
  url: string
  /** Opens a new browser profile with only the storage of the person's device; a visitor's is empty. */
  openDevice(who: Who, options?: BrowserContextOptions): Promise<BrowserContext>
}

type DeviceState = Awaited<ReturnType<BrowserContext['storageState']>>

/** The address that the operator has invited to the team. */
export const INVITED = 'meena@team.example'

/** The server needs demo data and an inbox. */
export function createStage(browser: Browser, server: TestServer, url: string): Stage {
  const devices = new Map<Who, Promise<DeviceState>>()

  // A page's routes, with which screens stage the network, do not intercept requests of a service worker.
  const open = (options: BrowserContextOptions = {}) =>
    browser.newContext({ serviceWorkers: 'block', ...options })

  async function makeDevice(who: Exclude<Who, 'visitor'>): Promise<DeviceState> {
    const context = await open()
    await ARRIVALS[who](await context.newPage(), server, url)
    const isTroubled = who.startsWith('troubled')
    // Omits the databases of untroubled people: saved copies would hide the loading states of a first visit.
    const state = await context.storageState({ indexedDB: isTroubled })
    await context.close()
    return state
  }

  return {
    server,
    url,
    async openDevice(who, options) {
      if (who === 'visitor') return open(options)
      const device = devices.get(who) ?? makeDevice(who)
      devices.set(who, device)
      return open({ ...options, storageState: await device })
    },
  }
}

type Arrival = (page: Page, server: TestServer, url: string) => Promise<void>

const ARRIVALS: Record<Exclude<Who, 'visitor'>, Arrival> = {
  newcomer: (page, _server, url) => register(page, url, RAVI),
  async owner(page, server, url) {
    await rejectPosting(server)
    await signInAs(page, url, server.demoUser)
    await waitForEvents(page)
  },
  async 'troubled owner'(page, { demoUser }, url) {
    await signInAs(page, url, demoUser)
    await waitForEvents(page)
    await refuseEvents(page)
    await createEvent(page, { title: 'Republic Day visit', starts: '2027-01-26T10:30' })
    await status(page).getByText('1 needs attention').waitFor()
  },
  async operator(page, server, url) {
    await server.signInAs('reviewer')
    await signIn(page, url, server.operator)
    await page.goto(`${url}/dashboard?section=team`)
    await page.getByRole('button', { name: 'Invite a person' }).click()
    await page.getByLabel('Email').fill(INVITED)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByText(`The invitation of ${INVITED} was sent`).waitFor()
  },
  async 'troubled operator'(page, server, url) {
    await signIn(page, url, server.operator)
    await meetConflictAndRefusal(page, server)
    await cutNetwork(page)
    const [approved = '', rejected = ''] = await pendingNames(page, 2)
    await decide(page, approved, 'Accept')
    await decide(page, rejected, 'Cancel')
    await status(page).getByText('2 waiting').waitFor()
  },
}

/** The demo user posts a listing, and gets a message that rejects it and asks for changes. */
async function rejectPosting(server: TestServer): Promise<void> {
  const { email } = server.demoUser
  const token = await server.signIn({ email, preferredRole: 'user' })
  const id = await makePostingCalls(server, token).post()
  const { decide, explain } = makeDecisions(server, await signInOnce(server), id)
  await decide('rejected')
  await explain()
  server.clock.advance(60_000)
  await runMessages(server)
}

const tokens = new WeakMap<TestServer, Promise<string>>()

/** A token of the operator, the same at each call: one device too many would end the session of the screens. */
function signInOnce(server: TestServer): Promise<string> {
  const token = tokens.get(server) ?? server.signIn()
  tokens.set(server, token)
  return token
}

const resubmitted = new WeakMap<TestServer, Promise<string>>()

/** The demo user posts a listing that is rejected, and submits it again. Resolves to its id, the same at each call. */
export function resubmitPosting(server: TestServer): Promise<string> {
  const made = resubmitted.get(server) ?? makeResubmission(server)
  resubmitted.set(server, made)
  return made
}

async function makeResubmission(server: TestServer): Promise<string> {
  const id = 'ab'.repeat(12)
  const { email } = server.demoUser
  const seller = await signInSeller(server, email)
  const [before = '', stays = '', after = ''] = await Promise.all(
    ['modular-kitchen', 'master-bedroom', 'terrace-garden'].map(async (room) =>
      seller.uploads.addMedia(await readFile(`server/demo/media/posters/${room}.jpg`), id),
    ),
  )
  await seller.submit(id, { ...FLAT, media: [before, stays] })
  const { decide, explain } = makeDecisions(server, await signInOnce(server), id)
  await decide('rejected')
  await explain('The kitchen is not the one of this flat.')
  const title = 'Sunlit corner 2 BHK in Baner'
  await seller.submit(id, { ...FLAT, title, rent: 29_500, media: [stays, after] })
  return id
}

/** Approves two listings offline. Another operator rejects one (a conflict) and deletes the other (a refusal). */
async function meetConflictAndRefusal(page: Page, server: TestServer): Promise<void> {
  const names = await pendingNames(page, 2)
  const [overtaken = '', gone = ''] = await Promise.all(
    names.map(async (name) => (await getListingNamed(server, name)).id),
  )
  await cutNetwork(page)
  for (const name of names) await decide(page, name, 'Accept')
  await status(page).getByText('2 waiting').waitFor()
  await decideElsewhere({ server }, overtaken, 'rejected')
  await deleteElsewhere({ server }, gone)
  await healNetwork(page)
  await status(page).getByText('2 need attention').waitFor()
  // The board has read them again. A decision about a listing that it still shows as pending would settle its conflict.
  for (const name of names) {
    const card = boardCard(page, name).and(page.locator(':not([data-leaving])'))
    await card.filter({ hasText: 'Pending' }).waitFor({ state: 'detached' })
  }
}
