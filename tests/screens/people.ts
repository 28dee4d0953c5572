import type { Browser, BrowserContext, Page } from 'playwright-core'
import {
  createEvent,
  RAVI,
  register,
  signInAs,
  waitForEvents,
} from '#tests/browser/pages/account-page.ts'
import { getListingNamed } from '#tests/browser/pages/marketplace.ts'
import { decideElsewhere, deleteElsewhere } from '#tests/browser/pages/other-desk.ts'
import { decide, pendingNames, signIn, status } from '#tests/browser/pages/panel-page.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { cutNetwork, healNetwork, refuseEvents } from './staged-network.ts'

// The people whose screens are photographed, and their device data, created before each person's first screenshot.

/** The outbox of a `troubled` person has changes that are unsent or need attention. */
export type Who =
  | 'visitor'
  | 'newcomer'
  | 'owner'
  | 'troubled owner'
  | 'operator'
  | 'troubled operator'

type DeviceState = Awaited<ReturnType<BrowserContext['storageState']>>

export interface People {
  /** Returns the browser storage of a signed-in person; undefined for a visitor. */
  deviceOf(who: Who): Promise<DeviceState | undefined>
}

export function gatherPeople(browser: Browser, server: TestServer, url: string): People {
  const devices = new Map<Who, Promise<DeviceState>>()

  async function makeDevice(who: Exclude<Who, 'visitor'>): Promise<DeviceState> {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    await ARRIVALS[who](await context.newPage(), server, url)
    const isTroubled = who.startsWith('troubled')
    // Omits the databases of untroubled people: saved copies would hide the loading states of a first visit.
    const state = await context.storageState({ indexedDB: isTroubled })
    await context.close()
    return state
  }

  return {
    async deviceOf(who) {
      if (who === 'visitor') return undefined
      const device = devices.get(who) ?? makeDevice(who)
      devices.set(who, device)
      return device
    },
  }
}

type Arrival = (page: Page, server: TestServer, url: string) => Promise<void>

const ARRIVALS: Record<Exclude<Who, 'visitor'>, Arrival> = {
  newcomer: (page, _server, url) => register(page, url, RAVI),
  async owner(page, { demoUser }, url) {
    await signInAs(page, url, demoUser)
    await waitForEvents(page)
  },
  async 'troubled owner'(page, { demoUser }, url) {
    await signInAs(page, url, demoUser)
    await waitForEvents(page)
    await refuseEvents(page)
    await createEvent(page, { title: 'Republic Day visit', starts: '2027-01-26T10:30' })
    await status(page).getByText('1 needs attention').waitFor()
  },
  operator: (page, { operator }, url) => signIn(page, url, operator),
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
}
