import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { FILE, marketTest } from '#tests/browser/pages/market-test.ts'
import { getListingNamed, listAuditRows } from '#tests/browser/pages/marketplace.ts'
import {
  boardCard,
  comeBackOnline,
  decide,
  installWorker,
  pendingNames,
  readDeviceStorage,
  signIn,
  status,
  waitForStatus,
} from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage, PHONE, TABLET } from '#tests/support/browser/device.ts'
import { startLoopbackProxy } from '#tests/support/network/loopback-proxy.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

// An owner at a desk and two reviewers, one on a phone that loses its network, work as a team.

const PASSWORD = 'seven green parrots'
const RAVI = { fullName: 'Ravi Shah', email: 'ravi@team.example', password: PASSWORD }
const MEENA = { fullName: 'Meena Iyer', email: 'meena@team.example', password: PASSWORD }

const test = marketTest
  .extend('mail', FILE, () => 'inbox' as const)
  /** The phone's network, which can be cut while the others keep theirs. */
  .extend('phoneNetwork', async ({ url }, { onCleanup }) => {
    const network = await startLoopbackProxy(Number(new URL(url).port))
    onCleanup(network.close)
    return network
  })
  .extend('openDevice', ({ newContext }) => async (size: typeof PHONE) => {
    const { page } = await openPage(await newContext(), size)
    return page
  })

async function invite(owner: Page, email: string): Promise<void> {
  await owner.getByLabel('Email').fill(email)
  await owner.getByLabel('Role', { exact: true }).selectOption('Reviewer')
  await owner.getByRole('button', { name: 'Send invitation' }).click()
  await owner.getByText(`The invitation of ${email} was sent`).waitFor()
}

async function join(
  page: Page,
  server: TestServer,
  url: string,
  person: typeof RAVI,
): Promise<void> {
  const link = await server.getInbox().waitForLink(person.email)
  await page.goto(link.replace(server.publicUrl, url))
  await page.getByLabel('Full name').fill(person.fullName)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Join the team' }).click()
  await page.waitForURL(`${url}/dashboard`)
  await page.getByRole('heading', { name: 'Properties Listing Board' }).waitFor()
}

/** Sets up two-step sign-in. Returns a function that generates the authenticator app's codes. */
async function enrol(page: Page, { clock }: TestServer, url: string): Promise<() => string> {
  await page.goto(`${url}/dashboard?section=account`)
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  const shown = await page.locator('code').textContent()
  const secret = Secret.fromBase32((shown ?? '').replace(/\s/g, ''))
  const codeNow = () => TOTP.generate({ secret, timestamp: clock.now().getTime() })
  await page.getByLabel('Code', { exact: true }).fill(codeNow())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I saved the codes' }).click()
  await page.getByText('10 of 10 recovery codes left').waitFor()
  return codeNow
}

async function fillLogin(page: Page, url: string, person: typeof RAVI): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Each decision as its decider's name and the new status, in order. */
async function listDecisions({ db }: TestServer) {
  const rows = await db
    .selectFrom('audit_log')
    .innerJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['users.full_name', 'audit_log.to_value'])
    .where('audit_log.action', '=', 'status')
    .orderBy('audit_log.id')
    .execute()
  return rows.map(({ full_name, to_value }) => `${full_name}: ${to_value}`)
}

test('two reviewers join a team and decide differently; one of them loses the network, is suspended and returns', {
  tags: ['long'],
}, async ({ url, server, phoneNetwork, openDevice }) => {
  const owner = await openDevice(DESKTOP)
  await signIn(owner, url, server.operator)
  await owner.getByRole('link', { name: 'Team' }).click()
  await owner.getByRole('button', { name: 'Invite a person' }).click()
  for (const { email } of [RAVI, MEENA]) await invite(owner, email)

  const phone = await openDevice(PHONE)
  await join(phone, server, phoneNetwork.url, RAVI)
  const codeNow = await enrol(phone, server, phoneNetwork.url)
  const tablet = await openDevice(TABLET)
  await join(tablet, server, url, MEENA)

  // The two reviewers' decisions conflict, and the phone names the other reviewer.
  await phone.goto(`${phoneNetwork.url}/dashboard`)
  await installWorker(phone)
  const [first = '', second = ''] = await pendingNames(phone, 2)
  await phoneNetwork.cut()
  await phone.reload()
  await decide(phone, first, 'Accept')
  await waitForStatus(phone, 'Offline · 1 waiting')
  await decide(tablet, first, 'Cancel')
  await expect.poll(() => listDecisions(server)).toEqual(['Meena Iyer: rejected'])
  await comeBackOnline(phoneNetwork, phone)
  await waitForStatus(phone, 'Online · 1 needs attention')
  await status(phone).click()
  await phone.getByText(/^Changed .* by Meena Iyer, on /).waitFor()
  await phone.getByRole('button', { name: 'Approve anyway' }).click()
  await phone.getByText('Nothing is waiting').waitFor()
  expect(await listDecisions(server)).toEqual(['Meena Iyer: rejected', 'Ravi Shah: approved'])

  // A suspension while a decision waits deletes the saved copies and keeps the decision on the device.
  await phone.goto(`${phoneNetwork.url}/dashboard`)
  await boardCard(phone, second).waitFor()
  await phoneNetwork.cut()
  await decide(phone, second, 'Accept')
  await waitForStatus(phone, 'Offline · 1 waiting')
  await owner.reload()
  await chooseFor(owner, RAVI.fullName, 'Suspend')
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click()
  await owner.getByText('Suspended', { exact: true }).waitFor()
  await phoneNetwork.heal()
  await phone.reload()
  await phone.waitForURL(`${phoneNetwork.url}/`)
  const { databases } = await readDeviceStorage(phone)
  expect(databases['outbox']?.['changes']).toHaveLength(1)
  expect(JSON.stringify(databases['cache'])).not.toContain(first)
  await fillLogin(phone, phoneNetwork.url, RAVI)
  await phone.getByText('This account is suspended. Ask the owner.').waitFor()
  expect((await getListingNamed(server, second)).status).toBe('pending')

  // After Ravi signs in with the second factor, the waiting decision is sent under his name.
  await chooseFor(owner, RAVI.fullName, 'End suspension')
  await owner.getByText('Suspended', { exact: true }).waitFor({ state: 'detached' })
  server.clock.advance(60_000) // the code used for enrolment is not accepted again
  await fillLogin(phone, phoneNetwork.url, RAVI)
  await phone.getByLabel('Code', { exact: true }).fill(codeNow())
  await phone.getByRole('button', { name: 'Continue' }).click()
  await phone.waitForURL(`${phoneNetwork.url}/dashboard`)
  await expect
    .poll(() => listDecisions(server))
    .toEqual(['Meena Iyer: rejected', 'Ravi Shah: approved', 'Ravi Shah: approved'])
  expect(await listAuditRows(server)).toHaveLength(3)
})

/** Chooses an entry in the menu of a person's row. */
async function chooseFor(page: Page, person: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Actions for ${person}`) }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
