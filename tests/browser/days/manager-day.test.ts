// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { button, dayTest as test } from './day-test.ts'
import { type Watch, watchDay } from './day-watch.ts'
import { type Hands, makeKeys, makeTouch } from './hands.ts'

const GUEST = 'venkata.subrahmanyam@subramaniam-and-daughters.example.in'
const SECTIONS = {
  users: 'User Management',
  property: 'Property Management',
  loans: 'Loan Applications',
  payments: 'All payments',
  activity: 'Activity',
  team: 'Team',
  sites: 'Import and API',
} as const

interface Manager {
  page: Page
  hands: Hands
  server: TestServer
  look: Watch['look']
  /** Shows the sections, if they are not always in view. */
  openSections: () => Promise<void>
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
  })

async function signIn({ page, hands, server, look }: Manager, url: string): Promise<void> {
  const { email, password } = server.operator
  await page.goto(`${url}/login`)
  await hands.type(page.getByLabel('Email'), email)
  await hands.type(page.getByLabel('Password', { exact: true }), password)
  await hands.press(button(page, 'Login'))
  await page.getByRole('heading', { name: 'Properties Listing Board' }).waitFor()
  await look('dashboard')
}

async function goTo(
  { page, hands, look, openSections }: Manager,
  section: keyof typeof SECTIONS,
): Promise<void> {
  await openSections()
  await hands.press(page.getByRole('navigation').locator(`a[href$="section=${section}"]`))
  await page.getByRole('heading', { name: SECTIONS[section], level: 2 }).waitFor()
  await look(section)
}

async function arrangeTeam({ page, hands, look }: Manager): Promise<void> {
  await page.getByText('Last active').first().waitFor()
  await hands.press(button(page, 'Invite a person'))
  await page.keyboard.type(GUEST) // the field has the focus
  await hands.press(button(page, 'Send invitation'))
  await page.getByText(`The invitation of ${GUEST} was sent`).waitFor()
  await look('invited')

  const role = page.getByLabel('Role of Reviewer Person')
  await hands.select(role, 'Support')
  await expect
    .poll(async () => [await role.inputValue(), await role.getAttribute('aria-disabled')])
    .toEqual(['support', null])
  await look('role')
}

async function arrangeReasons({ page, hands, look }: Manager): Promise<void> {
  await hands.press(button(page, 'Actions for Price implausible'))
  await hands.pick(page.getByRole('menuitem', { name: 'Edit' }))
  const sentence = page.getByLabel('Sentence for the seller')
  await sentence.waitFor()
  await look('reason')
  await hands.type(sentence, 'The price does not fit a property of this size.')
  await hands.press(button(page, 'Save'))
  await sentence.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Actions for Price implausible')
  const handle = button(page, /^Move Price implausible/)
  const before = await handle.getAttribute('aria-label')
  await hands.moveUp(handle)
  await button(page, /^Move Price implausible, 2 of/).waitFor()
  expect(before).toMatch(/, 3 of/)
  await look('reason moved')
  const rule = (checked: boolean) =>
    page.getByRole('switch', { name: 'A rejection needs a reason', checked })
  await hands.press(rule(false))
  await rule(true).waitFor()
}

async function connectSites({ page, hands, look }: Manager): Promise<void> {
  const type = (label: string, text: string) =>
    hands.type(page.getByLabel(label, { exact: true }), text)
  await hands.press(button(page, 'New API key'))
  await page.keyboard.type('Site of Sharma Estates')
  await type('Business', 'Sharma Estates')
  await type('Email of the business', 'office@sharma.example')
  await hands.press(button(page, 'Create key'))
  await expect.poll(() => focused(page)).toBe('The new API key')
  await look('key')
  await hands.press(button(page, 'New webhook'))
  await button(page, 'Create webhook').waitFor()
  await look('webhook')
  await hands.press(button(page, 'Cancel'))
  await expect.poll(() => focused(page)).toBe('New webhook')
}

/** From the sign-in to the first key of a site. */
async function manageForADay(manager: Manager, url: string): Promise<void> {
  for (const role of ['reviewer', 'support'] as const) await manager.server.signInAs(role)
  await signIn(manager, url)
  for (const section of ['users', 'property', 'loans', 'payments', 'activity'] as const)
    await goTo(manager, section)
  await goTo(manager, 'team')
  await arrangeTeam(manager)
  await arrangeReasons(manager)
  await goTo(manager, 'sites')
  await connectSites(manager)
}

test('an owner invites, changes a role, edits and moves reasons, and makes a key by keys alone, and never loses the focus', async ({
  desk: page,
  server,
  url,
}) => {
  const { look, findings } = watchDay(page, 'manager-keys')
  const openSections = async () => {}
  await manageForADay({ page, hands: makeKeys(page), server, look, openSections }, url)
  expect(findings).toEqual([])
})

test('an owner does the same on a phone by touch alone', async ({ phone: page, server, url }) => {
  const { look, findings } = watchDay(page, 'manager-touch', { isTouched: true })
  const openSections = () => page.getByRole('button', { name: 'Menu', exact: true }).tap()
  await manageForADay({ page, hands: makeTouch(page), server, look, openSections }, url)
  expect(findings).toEqual([])
})
