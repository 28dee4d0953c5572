// @module-tag long
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { getListingNamed } from '#tests/browser/pages/marketplace.ts'
import { makeDecisions, runMessages } from '#tests/server/messages/message-runs.ts'
import { button, dayTest as test, typeByTouch } from './day-test.ts'
import { watchDay } from './day-watch.ts'

const EMAIL = 'venkata.subrahmanyam@subramaniam-and-daughters.example.in'
/** Nearly as long as the form accepts it. */
const TITLE =
  'Newly renovated sea-facing four bedroom apartment with two covered car parks and servant quarters in Baner, Pune!'
const ROOMS = ['modular-kitchen', 'master-bedroom', 'terrace-garden']
const MESSAGE_MS = 60_000 // the wait for the message about a decision whose reason is given at once

test('a seller registers, posts with photos, corrects after a rejection and marks as let, by touch alone', async ({
  phone: page,
  server,
  url,
}) => {
  const { look, findings } = watchDay(page, 'seller-touch', { isTouched: true })
  const next = () => button(page, 'Next').tap()
  const choose = (name: RegExp) =>
    page
      .locator('label', { has: page.getByRole('radio', { name }) })
      .first()
      .tap()
  await page.goto(url)
  await look('home')
  await page
    .getByRole('link', { name: /^Post your property/ })
    .first()
    .tap()
  await typeByTouch(page, 'Full name', 'Venkatanarasimharajuvaripeta Subrahmanyam Lakshminarayanan')
  await typeByTouch(page, 'Email', EMAIL)
  await typeByTouch(page, 'Mobile number', '9876543210')
  await typeByTouch(page, 'Password', 'seven green parrots')
  await page.getByRole('checkbox').tap()
  await look('registration')
  await button(page, 'Create account').tap()
  await page.getByLabel('Code').waitFor()
  await look('code')
  await typeByTouch(page, 'Code', await server.getInbox().waitForCode(EMAIL))
  await page.getByRole('heading', { name: 'What do you offer?' }).waitFor()
  await button(page, 'Close message').tap() // a person types for longer than it stays
  await choose(/^Rent out/)
  await choose(/^Apartment$/)
  await look('deal')
  await next()
  await typeByTouch(page, 'City', 'Pune')
  await typeByTouch(page, 'Locality', 'Venkateswarapuram Extension')
  await typeByTouch(page, 'PIN code', '411045')
  await next()
  await typeByTouch(page, 'Title', TITLE)
  await typeByTouch(page, 'Area (sq ft)', '2980')
  await typeByTouch(page, 'BHK', '4')
  await typeByTouch(
    page,
    'Description',
    'Second floor, two balconies. Call 98765 43210 for a visit.',
  )
  await look('described')
  await next()
  // The question about the phone number is in view above the bar, although its field has the focus already.
  const question = page.getByText(/^Leave out 98765 43210/)
  await look('question')
  await question.waitFor()
  const isSeen = () =>
    question.evaluate((one) => {
      const { left, bottom } = one.getBoundingClientRect()
      return one.contains(document.elementFromPoint(left + 8, bottom - 4))
    })
  await expect.poll(isSeen).toBe(true)
  await next()
  await typeByTouch(page, 'Monthly rent', '1,32,000')
  await next()
  const opening = page.waitForEvent('filechooser')
  await button(page, 'Choose photos').tap()
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
  await button(page, 'Submit').tap()
  const card = page.getByRole('listitem').filter({ hasText: TITLE })
  await card.getByText('In review').waitFor()
  await card.getByText('₹1,32,000 a month', { exact: false }).waitFor()
  await look('submitted')

  const { id } = await getListingNamed(server, TITLE)
  const { decide, explain } = makeDecisions(server, await server.signIn(), id)
  await decide('rejected')
  await explain('The kitchen is missing.')
  server.clock.advance(MESSAGE_MS)
  await runMessages(server)
  await page.reload()
  await card.getByText('Changes needed').waitFor()
  await look('rejected')
  await page.getByRole('link', { name: /^Messages/ }).tap()
  await page.getByRole('link', { name: 'Open listing' }).tap()
  await page.getByRole('heading', { name: 'Photos and video' }).waitFor()
  await look('correction')
  await next()
  await button(page, 'Submit').tap()
  await card.getByText('In review').waitFor()
  await decide('approved')
  await page.reload()
  await card.getByText('Live', { exact: true }).waitFor()
  await look('live')
  await button(page, /^Mark as sold or let/).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as sold or let' }).tap()
  await card.getByText('Sold or let', { exact: true }).waitFor()
  await look('let')
  await page.getByRole('link', { name: 'Account' }).tap()
  await page.getByText('Active now').waitFor()
  await look('account')
  expect(findings).toEqual([])
})
