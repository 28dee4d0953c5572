import type { Locator, Page } from 'playwright-core'
import { installWorker } from './panel-page.ts'

// An end user's actions, expressed with the texts on the screens.

type Credentials = { email: string; password: string }
export type Person = typeof RAVI

export const RAVI = {
  fullName: 'Ravi Menon',
  email: 'ravi.menon@example.in',
  phoneNumber: '98765 43210',
  password: 'seven green parrots',
}

export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Full name').fill(person.fullName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Mobile number').fill(person.phoneNumber)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('checkbox').check()
}

export async function register(page: Page, url: string, person: Person): Promise<void> {
  await page.goto(`${url}/account/register`)
  await fillRegistration(page, person)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${url}/account/verify`)
}

export async function signInAs(page: Page, url: string, person: Credentials): Promise<void> {
  await page.goto(`${url}/account/sign-in`)
  await typeCredentials(page, person)
}

export async function typeCredentials(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in, and waits until the events are shown and the service worker can open the app without a network. */
export async function openEventsAs(page: Page, url: string, person: Credentials): Promise<void> {
  await signInAs(page, url, person)
  await waitForEvents(page)
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .waitFor()
  await installWorker(page)
}

/** Waits until the list of events is loaded, even if it is empty. */
export async function waitForEvents(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Your events' }).waitFor()
  await page.getByText('Loading events...').waitFor({ state: 'detached' })
}

export function eventCard(page: Page, title: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })
}

export function eventForm(page: Page): Locator {
  return page.getByRole('dialog')
}

/** Creates an event; `starts` has the format of the input field, such as '2027-03-06T10:30', in Indian time. */
export async function createEvent(
  page: Page,
  { title, starts, place }: { title: string; starts: string; place?: string },
): Promise<void> {
  await page.getByRole('button', { name: 'New event' }).click()
  const form = eventForm(page)
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Starts').fill(starts)
  if (place !== undefined) await form.getByLabel('Place').fill(place)
  await save(page)
}

export async function editTitle(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${from}` }).click()
  await eventForm(page).getByLabel('Title').fill(to)
  await save(page)
}

export async function save(page: Page): Promise<void> {
  await eventForm(page).getByRole('button', { name: 'Save' }).click()
  await eventForm(page).waitFor({ state: 'detached' })
}

export async function deleteEvent(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
}

/** Signs out with the button in the header; `choice` is the button to press in the dialog. */
export async function signOut(page: Page, choice = 'Sign out'): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: choice }).click()
  await page.getByText('Create an account').first().waitFor()
}
