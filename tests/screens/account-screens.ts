import type { Page } from 'playwright-core'
import { eventForm, signInAs, waitForEvents } from '#tests/browser/pages/account-page.ts'
import { chooseFiles, describeFlat, next } from '#tests/browser/pages/posting-wizard.ts'
import { makeJpeg } from '#tests/server/uploads/made-photos.ts'
import { openPasswordForm } from './panel-screens.ts'
import { press, type Screen, seeText } from './screen.ts'
import { breakServer, cutNetwork, holdNetwork } from './staged-network.ts'

const EVENTS = '/account/events'
const LISTINGS = '/account/listings'

/** The screens that need no account. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { name: 'home', who: 'visitor', path: '/' },
  { name: 'privacy', who: 'visitor', path: '/privacy_policy' },
  { name: 'terms', who: 'visitor', path: '/terms_conditions' },
  { name: 'login', who: 'visitor', path: '/login' },
  { name: 'login-wrong', who: 'visitor', path: '/login', prepare: mistypePassword },
]

/** The screens of end users, with their errors. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  {
    name: 'register',
    who: 'visitor',
    path: '/account/register',
    async prepare(page) {
      await press(page, 'Create account')
      await page.getByText('Enter your name.').waitFor()
    },
  },
  { name: 'sign-in', who: 'visitor', path: '/account/sign-in' },
  {
    name: 'sign-in-wrong',
    who: 'visitor',
    path: '/account/sign-in',
    async prepare(page, { url }) {
      await signInAs(page, url, { email: 'nobody@example.in', password: 'not the right one' })
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'verify',
    who: 'newcomer',
    path: '/account/verify',
    async prepare(page) {
      await page.getByLabel('Code').fill('12')
      await press(page, 'Verify')
      await page.getByText('The code has 6 digits.').waitFor()
    },
  },
  { name: 'no-events', who: 'newcomer', path: EVENTS, prepare: seeText('No events yet') },
  { name: 'own-home', who: 'owner', path: '/', prepare: seeText(/Your events/) },
  { name: 'events', who: 'owner', path: EVENTS, prepare: waitForEvents },
  {
    name: 'event-form',
    who: 'owner',
    path: `${EVENTS}?open=new`,
    async prepare(page) {
      await eventForm(page).getByLabel('Title').fill('')
      await eventForm(page).getByRole('button', { name: 'Save' }).click()
      await page.getByText('Give the event a title.').waitFor()
    },
  },
  {
    name: 'event-delete',
    who: 'owner',
    path: EVENTS,
    async prepare(page) {
      await waitForEvents(page)
      await press(page, /^Delete /)
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'events-loading',
    who: 'owner',
    path: EVENTS,
    before: holdNetwork,
    prepare: seeText('Loading events...'),
  },
  {
    name: 'events-error',
    who: 'owner',
    path: EVENTS,
    before: breakServer,
    prepare: seeText('Could not load your events'),
  },
  {
    name: 'events-refused',
    who: 'troubled owner',
    path: EVENTS,
    before: cutNetwork,
    prepare: seeText('No event on a holiday.'),
  },
  {
    name: 'own-listing-form',
    who: 'owner',
    path: `${LISTINGS}?open=${'e'.repeat(24)}`,
    async prepare(page) {
      await next(page)
      await page.getByText('Choose a kind of property.').waitFor()
    },
  },
  {
    name: 'own-listing-photos',
    who: 'owner',
    path: `${LISTINGS}?open=${'d'.repeat(24)}`,
    prepare: choosePhotos,
  },
  {
    name: 'own-listings',
    who: 'owner',
    path: `${LISTINGS}?open=${'e'.repeat(24)}`,
    async prepare(page) {
      await press(page, 'Save and close')
      await page.getByRole('button', { name: 'Continue Untitled listing' }).waitFor()
    },
  },
  {
    name: 'messages',
    who: 'owner',
    path: '/account/messages',
    prepare: seeText('Correct it and submit it again.'),
  },
  {
    name: 'own-account',
    who: 'owner',
    path: `${EVENTS}?section=account`,
    prepare: seeText('Active now'),
  },
  {
    name: 'own-password',
    who: 'owner',
    path: `${EVENTS}?section=account`,
    prepare: openPasswordForm,
  },
  {
    name: 'own-outbox',
    who: 'owner',
    path: `${EVENTS}?section=outbox`,
    prepare: seeText('Nothing is waiting'),
  },
  {
    name: 'account-outbox',
    who: 'troubled owner',
    path: `${EVENTS}?section=outbox`,
    before: cutNetwork,
    prepare: seeText('No event on a holiday.'),
  },
]

async function mistypePassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@marketplace.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await press(page, 'Login')
  await page.getByText('Invalid credentials').waitFor()
}

/** Chooses one photo that is uploaded and one that is refused. */
async function choosePhotos(page: Page): Promise<void> {
  await describeFlat(page, 'Sunlit 2 BHK in Baner')
  const photo = await makeJpeg({ width: 800, height: 600 })
  await chooseFiles(page, 'Choose photos', [
    { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') },
  ])
  await page.getByText('IMG_2.jpg: This device cannot read the photo.').waitFor()
  await page.getByRole('img', { name: 'Photo 1' }).waitFor()
}
