// @module-tag long
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { getListingNamed } from '#tests/browser/pages/marketplace.ts'
import { makeDecisions, runMessages } from '#tests/server/notices/messages/message-runs.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { button, dayTest as test } from './day-test.ts'
import { type Watch, watchDay } from './day-watch.ts'
import { type Hands, makeKeys, makeTouch } from './hands.ts'

/** Nearly as long as the form accepts it. */
const TITLE =
  'Newly renovated sea-facing four bedroom apartment with two covered car parks and servant quarters in Baner, Pune!'
const ROOMS = ['modular-kitchen', 'master-bedroom', 'terrace-garden']
const MESSAGE_MS = 60_000 // the wait for the message about a decision whose reason is given at once

interface Seller {
  page: Page
  hands: Hands
  server: TestServer
  look: Watch['look']
  email: string
}

async function join({ page, hands, server, look, email }: Seller, url: string): Promise<void> {
  const type = (label: string, text: string) =>
    hands.type(page.getByLabel(label, { exact: true }), text)
  await page.goto(url)
  await hands.begin()
  await look('home')
  await hands.press(page.getByRole('link', { name: /^Post your property/ }).first())
  await page.getByLabel('Full name').waitFor()
  await type('Full name', 'Venkatanarasimharajuvaripeta Subrahmanyam Lakshminarayanan')
  await type('Email', email)
  await type('Mobile number', '9876543210')
  await type('Password', 'seven green parrots')
  await hands.choose(page.getByRole('checkbox'))
  await look('registration')
  await hands.press(button(page, 'Create account'))
  await page.getByLabel('Code').waitFor()
  await look('code')
  await type('Code', await server.getInbox().waitForCode(email))
  await page.getByRole('heading', { name: 'What do you offer?' }).waitFor()
}

async function post({ page, hands, look }: Seller): Promise<void> {
  const type = (label: string, text: string) =>
    hands.type(page.getByLabel(label, { exact: true }), text)
  const next = () => hands.press(button(page, 'Next'))
  await hands.choose(page.getByRole('radio', { name: /^Rent out/ }))
  await hands.choose(page.getByRole('radio', { name: /^Apartment$/ }))
  await look('deal')
  await next()
  await type('City', 'Pune')
  await type('Locality', 'Venkateswarapuram Extension')
  await type('PIN code', '411045')
  await next()
  await type('Title', TITLE)
  await type('Area (sq ft)', '2980')
  await type('BHK', '4')
  await type('Description', 'Second floor, two balconies. Call 98765 43210 for a visit.')
  await look('described')
  await next()
  // The question about the phone number is in view above the bar, although its field has the focus already.
  const question = page.getByText(/^Leave out/)
  await question.waitFor()
  await look('question')
  const isSeen = () =>
    question.evaluate((one) => {
      const { left, bottom } = one.getBoundingClientRect()
      return one.contains(document.elementFromPoint(left + 8, bottom - 4))
    })
  await expect.poll(isSeen).toBe(true)
  await type('Description', 'Second floor, two balconies, covered parking.')
  await next()
  await type('Monthly rent', '1,32,000')
  await next()
  const opening = page.waitForEvent('filechooser')
  await hands.press(button(page, 'Choose photos'))
  const files = ROOMS.map(async (room) => ({
    name: `${room}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await readFile(`server/demo/media/posters/${room}.jpg`),
  }))
  await (await opening).setFiles(await Promise.all(files))
  await page.getByRole('img', { name: 'Photo 3' }).waitFor()
  await look('photos')
  await next()
  await page.getByRole('heading', { name: 'Check and submit' }).waitFor()
  await look('check')
  await hands.press(button(page, 'Submit'))
}

async function rejectWithReason({ server }: Seller, id: string): Promise<void> {
  const { decide, explain } = makeDecisions(server, await server.signIn(), id)
  await decide('rejected')
  await explain('The kitchen is missing.')
  server.clock.advance(MESSAGE_MS)
  await runMessages(server)
}

/** From the seller's registration to the end of the listing. */
async function sellForADay(seller: Seller, url: string): Promise<void> {
  const { page, hands, server, look } = seller
  const card = page.getByRole('listitem').filter({ hasText: TITLE })
  const stateOf = (label: string) => card.locator('.badge').getByText(label, { exact: true })
  const confirm = (name: string) =>
    hands.press(page.getByRole('alertdialog').getByRole('button', { name }))
  await join(seller, url)
  await post(seller)
  await stateOf('In review').waitFor()
  await card.getByText('₹1,32,000 a month', { exact: false }).waitFor()
  await look('submitted')

  const { id } = await getListingNamed(server, TITLE)
  await rejectWithReason(seller, id)
  await page.reload()
  await stateOf('Changes needed').waitFor()
  await hands.begin()
  await look('rejected')
  await hands.press(page.getByRole('link', { name: /^Messages/ }))
  await page.getByText('The kitchen is missing.').first().waitFor()
  await look('messages')
  await hands.press(page.getByRole('link', { name: 'Open listing' }))
  await page.getByRole('heading', { name: 'Photos and video' }).waitFor()
  await look('correction')
  await hands.press(button(page, 'Next'))
  await page.getByRole('heading', { name: 'Check and submit' }).waitFor()
  await hands.press(button(page, 'Submit'))
  await stateOf('In review').waitFor()
  await look('corrected')

  await makeDecisions(server, await server.signIn(), id).decide('approved')
  await page.reload()
  await stateOf('Live').waitFor()
  await hands.begin()
  await look('live')
  await hands.press(button(page, /^Mark as sold or let/))
  await look('let asked')
  await confirm('Mark as sold or let')
  await stateOf('Sold or let').waitFor()
  await look('let')
  await hands.press(button(page, /^Withdraw/))
  await confirm('Withdraw')
  await stateOf('Withdrawn').waitFor()
  await look('withdrawn')
  await expect(getListingNamed(server, TITLE)).rejects.toThrow('no listing is called') // operators no longer see it
  await hands.press(page.getByRole('link', { name: /^(Your a|A)ccount$/ }))
  await page.getByText('Active now').waitFor()
  await look('account')
}

test('a seller registers, posts with photos, corrects after a rejection, marks as let and withdraws, by touch alone', async ({
  phone: page,
  server,
  url,
}) => {
  const { look, findings } = watchDay(page, 'seller-touch', { isTouched: true })
  const email = 'venkata.subrahmanyam@subramaniam-and-daughters.example.in'
  await sellForADay({ page, hands: makeTouch(page), server, look, email }, url)
  expect(findings).toEqual([])
})

test('a seller does the same by keys alone, and never loses the focus', async ({
  desk: page,
  server,
  url,
}) => {
  const { look, findings } = watchDay(page, 'seller-keys')
  const email = 'padmanabhaswamy.chandrasekharan@subramaniam-and-daughters.example.in'
  await sellForADay({ page, hands: makeKeys(page), server, look, email }, url)
  expect(findings).toEqual([])
})
