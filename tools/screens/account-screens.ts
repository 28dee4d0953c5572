import type { Page } from 'playwright-core'
import { eventForm, typeCredentials, waitForEvents } from '#tests/browser/pages/account-page.ts'
import { chooseFiles, describeFlat, next } from '#tests/browser/pages/posting-wizard.ts'
import { makeJpeg } from '#tests/server/listings/uploads/made-photos.ts'
import { openPasswordForm } from './panel-screens.ts'
import { press, type Screen, screensOf, seeText } from './screen.ts'
import { breakServer, cutNetwork, holdNetwork } from './staged-network.ts'

const EVENTS = '/account/events'
const LISTINGS = '/account/listings'

const visitor = screensOf('visitor')
const newcomer = screensOf('newcomer')
const owner = screensOf('owner')
const troubledOwner = screensOf('troubled owner')

/** The screens that need no account. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  visitor('home', '/'),
  visitor('privacy', '/privacy_policy'),
  visitor('terms', '/terms_conditions'),
  visitor('grievance', '/grievance'),
  visitor('grievance-wrong', '/grievance', async (page) => {
    await press(page, 'Send grievance')
    await page.getByText('Describe what happened.').waitFor()
  }),
  visitor('grievance-sent', '/grievance', async (page) => {
    await page.getByLabel('What is it about?').selectOption('listing')
    await page.getByLabel('What happened?').fill('The photos show my home.')
    await page.getByLabel('Your name').fill('Meera Iyer')
    await page.getByLabel('Email').fill('meera.iyer@example.in')
    await press(page, 'Send grievance')
    await page.getByText('Your grievance has arrived').waitFor()
  }),
  visitor('login', '/login'),
  visitor('login-wrong', '/login', async (page) => {
    await page.getByLabel('Email').fill('nobody@marketplace.example')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await press(page, 'Login')
    await page.getByText('Invalid credentials').waitFor()
  }),
]

/** The screens of end users, with their errors. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  visitor('register', '/account/register', async (page) => {
    await press(page, 'Create account')
    await page.getByText('Enter your name.').waitFor()
  }),
  visitor('sign-in', '/account/sign-in'),
  visitor('sign-in-wrong', '/account/sign-in', async (page) => {
    await typeCredentials(page, { email: 'nobody@example.in', password: 'not the right one' })
    await page.getByRole('alert').first().waitFor()
  }),
  newcomer('verify', '/account/verify', async (page) => {
    await page.getByLabel('Code').fill('12')
    await press(page, 'Verify')
    await page.getByText('The code has 6 digits.').waitFor()
  }),
  newcomer('no-events', EVENTS, seeText('No events yet')),
  owner('own-home', '/', seeText(/Your events/)),
  owner('events', EVENTS, waitForEvents),
  owner('event-form', `${EVENTS}?open=new`, async (page) => {
    await eventForm(page).getByLabel('Title').fill('')
    await eventForm(page).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Give the event a title.').waitFor()
  }),
  owner('event-delete', EVENTS, async (page) => {
    await waitForEvents(page)
    await press(page, /^Delete /)
    await page.getByRole('alertdialog').waitFor()
  }),
  { ...owner('events-loading', EVENTS, seeText('Loading events...')), before: holdNetwork },
  { ...owner('events-error', EVENTS, seeText('Could not load your events')), before: breakServer },
  {
    ...troubledOwner('events-refused', EVENTS, seeText('No event on a holiday.')),
    before: cutNetwork,
  },
  owner('own-listing-form', `${LISTINGS}?open=${'e'.repeat(24)}`, async (page) => {
    await next(page)
    await page.getByText('Choose a kind of property.').waitFor()
  }),
  owner('own-listing-photos', `${LISTINGS}?open=${'d'.repeat(24)}`, choosePhotos),
  owner('own-listings', `${LISTINGS}?open=${'e'.repeat(24)}`, async (page) => {
    await press(page, 'Save and close')
    await page.getByRole('button', { name: 'Continue Untitled listing' }).waitFor()
  }),
  owner('messages', '/account/messages', seeText('Correct it and submit it again.')),
  owner('own-account', `${EVENTS}?section=account`, seeText('Active now')),
  owner('own-password', `${EVENTS}?section=account`, openPasswordForm),
  owner('own-outbox', `${EVENTS}?section=outbox`, seeText('Nothing is waiting')),
  {
    ...troubledOwner('account-outbox', `${EVENTS}?section=outbox`, seeText('on a holiday.')),
    before: cutNetwork,
  },
]

/** Chooses one photo that is uploaded and one that is refused. */
async function choosePhotos(page: Page): Promise<void> {
  await describeFlat(page, 'Sunlit 2 BHK in Baner')
  const photo = await makeJpeg({ width: 800, height: 600 })
  await chooseFiles(page, 'Choose photos', [
    { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') },
  ])
  await page.getByText(/IMG_2.jpg: This is not a photo/).waitFor()
  await page.getByRole('img', { name: 'Photo 1' }).waitFor()
}
