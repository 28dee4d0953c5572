import type { Page } from 'playwright-core'
import { RAVI, waitForEvents } from '#tests/browser/pages/account-page.ts'
import { comeToRest, type Screen } from './screen-camera.ts'
import { breakServer, cutNetwork, holdNetwork } from './staged-network.ts'

const EVENTS = '/account/events'
const LISTINGS = '/account/listings'

/** The public screens and those of end users. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  { name: 'home', who: 'visitor', path: '/' },
  { name: 'privacy', who: 'visitor', path: '/privacy_policy' },
  { name: 'terms', who: 'visitor', path: '/terms_conditions' },
  { name: 'register', who: 'visitor', path: '/account/register', prepare: mistypeEmail },
  { name: 'sign-in', who: 'visitor', path: '/account/sign-in' },
  {
    name: 'verify',
    who: 'newcomer',
    path: '/account/verify',
    prepare: (page) => page.getByLabel('Code').fill('4821'),
  },
  { name: 'no-events', who: 'newcomer', path: EVENTS, prepare: waitForNone },
  { name: 'events', who: 'owner', path: EVENTS, prepare: waitForEvents },
  { name: 'event-form', who: 'owner', path: `${EVENTS}?open=new`, prepare: nameEvent },
  {
    name: 'events-loading',
    who: 'owner',
    path: EVENTS,
    before: holdNetwork,
    prepare: (page) => page.getByText('Loading events...').waitFor(),
  },
  {
    name: 'events-error',
    who: 'owner',
    path: EVENTS,
    before: breakServer,
    prepare: (page) => page.getByText('Could not load your events').waitFor(),
  },
  {
    name: 'events-refused',
    who: 'troubled owner',
    path: EVENTS,
    before: cutNetwork,
    prepare: (page) => page.getByText('No event on a holiday.').waitFor(),
  },
  { name: 'own-listing-form', who: 'owner', path: LISTINGS, prepare: describeFlat },
  { name: 'own-listings', who: 'owner', path: LISTINGS, prepare: saveFlat },
  { name: 'messages', who: 'owner', path: '/account/messages', prepare: waitForNoMessages },
  {
    name: 'own-account',
    who: 'owner',
    path: `${EVENTS}?section=account`,
    prepare: (page) => page.getByText('Active now').waitFor(),
  },
  {
    name: 'account-outbox',
    who: 'troubled owner',
    path: `${EVENTS}?section=outbox`,
    before: cutNetwork,
    prepare: (page) => page.getByText('No event on a holiday.').waitFor(),
  },
]

async function mistypeEmail(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill(RAVI.fullName)
  await page.getByLabel('Email').fill('ravi.menon@example')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Enter a valid e-mail address.').waitFor()
}

/** Fills in the form up to its step about the property, without the number of bedrooms. */
async function describeFlat(page: Page): Promise<void> {
  const next = () => page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'New listing' }).click()
  await page.getByLabel('Deal').selectOption('rent')
  await page.getByLabel('Kind of property').selectOption('apartment')
  await next()
  await page.getByLabel('City').fill('Pune')
  await page.getByLabel('Locality').fill('Baner')
  await page.getByLabel('PIN code').fill('411045')
  await next()
  await page.getByLabel('Title').fill('Sunlit 2 BHK in Baner')
  await page.getByLabel('Area (sq ft)').fill('980')
  await next()
  await page.getByText('Enter the number of bedrooms.').waitFor()
}

async function saveFlat(page: Page): Promise<void> {
  await describeFlat(page)
  await page.getByRole('button', { name: 'Save and close' }).click()
  await page
    .getByRole('button', { name: /^Continue/ })
    .first()
    .waitFor()
}

async function nameEvent(page: Page): Promise<void> {
  await comeToRest(page)
  await page.getByRole('dialog').getByLabel('Title').fill('Open house in Baner')
}

/** Waits until the app knows that neither the server nor the outbox has an event. */
function waitForNone(page: Page): Promise<void> {
  return page.getByText('No events yet').waitFor()
}

function waitForNoMessages(page: Page): Promise<void> {
  return page.getByText('No messages yet').waitFor()
}
