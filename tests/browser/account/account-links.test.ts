import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { FILE, marketTest } from '#tests/browser/pages/market-test.ts'
import { signIn } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'

const RAVI = { email: 'ravi@team.example', password: 'seven green parrots' }
const NEW_PASSWORD = 'nine green umbrellas'

const test = marketTest
  .extend('mail', FILE, () => 'inbox' as const)
  /** Opens a device and returns its page. */
  .extend('openDevice', ({ newContext }) => async (size = PHONE) => {
    return (await openPage(await newContext(), size)).page
  })
  /** Reads the link in the newest mail. Its origin is replaced by that of the test server. */
  .extend('readLink', ({ server, url }) => async () => {
    const link = await server.getInbox().waitForLink(RAVI.email)
    return link.replace(server.publicUrl, url)
  })

const choosePassword = (page: Page, password: string) =>
  page.getByLabel('Password', { exact: true }).fill(password)

test('an invited person joins the team by a mailed link, and resets a forgotten password by another mailed link', {
  tags: ['long'],
}, async ({ server, url, openDevice, readLink }) => {
  const owner = await openDevice(DESKTOP)
  await signIn(owner, url, server.operator)
  await owner.getByRole('link', { name: 'Team' }).click()
  await owner.getByRole('button', { name: 'Invite a person' }).click()
  await owner.getByLabel('Email').fill(RAVI.email)
  await owner.getByLabel('Role', { exact: true }).selectOption('Reviewer')
  await owner.getByRole('button', { name: 'Send invitation' }).click()
  await owner.getByText(`The invitation of ${RAVI.email} was sent`).waitFor()
  const invitation = await readLink()

  const phone = await openDevice()
  await phone.goto(invitation)
  await phone.getByText(`Operator invites ${RAVI.email} as Reviewer.`).waitFor()
  await phone.getByLabel('Full name').fill('Ravi Shah')
  await choosePassword(phone, RAVI.password)
  await phone.getByRole('button', { name: 'Join the team' }).click()
  await phone.waitForURL(`${url}/dashboard`)
  await phone.getByRole('heading', { name: 'Properties Listing Board' }).waitFor()

  const other = await openDevice()
  await other.goto(invitation)
  await other.getByText('This link was used already. Sign in with your password.').waitFor()
  await signIn(other, url, RAVI)

  const third = await openDevice()
  await third.goto(`${url}/login`)
  await third.getByRole('link', { name: 'Forgot your password?' }).click()
  await third.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await third.getByLabel('Email').fill(RAVI.email)
  await third.getByRole('button', { name: 'Send link' }).click()
  await third.getByText(/a link is on its way/).waitFor()
  await expect.poll(readLink).toContain('/account/reset#')
  await third.goto(await readLink())
  await third.getByText(`For your team account, ${RAVI.email}.`).waitFor()
  await choosePassword(third, NEW_PASSWORD)
  await third.getByRole('button', { name: 'Change password' }).click()
  await third.getByRole('link', { name: 'Sign in' }).click()
  await third.waitForURL(`${url}/login`)
  await signIn(third, url, { ...RAVI, password: NEW_PASSWORD })

  // The reset ended the sessions of the other devices. Their next call signs them out.
  for (const page of [phone, other]) {
    await page.reload()
    await page.waitForURL(`${url}/`)
  }
})
