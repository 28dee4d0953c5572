import type { Page } from 'playwright-core'
import { comeToRest, type Screen } from './screen-camera.ts'
import { agreeToAll, beAway } from './staged-network.ts'

/** The screens of the operator's panel without failures. */
export const PANEL_SCREENS: readonly Screen[] = [
  { name: 'login', who: 'visitor', path: '/login' },
  { name: 'login-wrong', who: 'visitor', path: '/login', prepare: mistypePassword },
  panel('dashboard', ''),
  panel('dashboard-revenue', '', (page) => scrollTo(page, 'Revenue Overview')),
  panel('dashboard-payments', '', (page) => scrollTo(page, 'Recent Transactions')),
  panel('listings', '?section=property'),
  panel('listings-filtered', '?section=property&tab=auction&q=pune&sort=-price'),
  panel('listings-none', '?section=property&q=lighthouse'),
  panel('listing', '?section=property', openFirst),
  panel('listing-history', '?section=property', async (page) => {
    await openFirst(page)
    await page.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded()
  }),
  panel('listing-missing', '?section=property&open=gone', (page) =>
    page.getByText('This property is not in the list').waitFor(),
  ),
  panel('delete-question', '?section=property', async (page) => {
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await page.getByRole('alertdialog').waitFor()
  }),
  panel('review', '?section=property&review=next', (page) =>
    page.locator('.review[data-state=ready]').waitFor(),
  ),
  panel('review-end', '?section=property&review=end'),
  { ...panel('review-keys', '?section=property&review=next', askForKeys), sizes: ['desktop'] },
  panel('users', '?section=users'),
  panel('user', '?section=users', openFirst),
  panel('loans', '?section=loans'),
  panel('loan', '?section=loans', openFirst),
  panel('team', '?section=team', (page) => page.getByText('Last active').first().waitFor()),
  panel('activity', '?section=activity', (page) =>
    page.getByRole('heading', { name: 'Today' }).waitFor(),
  ),
  panel('activity-decisions', '?section=activity&kind=status', (page) =>
    page.getByText('Kind').waitFor(),
  ),
  panel('account', '?section=account'),
  panel('outbox-empty', '?section=outbox', (page) =>
    page.getByText('Nothing is waiting').waitFor(),
  ),
  panel('device', '?sheet=device', (page) =>
    page.getByRole('dialog', { name: 'This device' }).getByText('Storage').waitFor(),
  ),
  panel('account', '?section=account', waitForDevices),
  panel('account-password', '?section=account', async (page) => {
    await waitForDevices(page)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('dialog').getByLabel('New password', { exact: true }).waitFor()
  }),
  {
    ...panel('confirm-identity', '?section=property', (page) =>
      page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor(),
    ),
    before: beAway,
  },
  {
    ...panel('away', '?section=property', async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByText(/You have not been here/).waitFor()
    }),
    before: beAway,
  },
  panel('panel-privacy', '?section=privacypolicy'),
  panel('panel-terms', '?section=termsandconditions'),
  {
    ...panel('drawer', '', (page) => page.getByRole('button', { name: 'Menu' }).click()),
    sizes: ['phone', 'tablet'],
  },
  {
    ...panel('sidebar-compact', '', (page) => page.getByRole('button', { name: 'Menu' }).click()),
    sizes: ['desktop'],
  },
  panel('sign-out', '', signOut),
  {
    ...panel('toast', '', async (page) => {
      await page.getByRole('button', { name: 'Accept' }).first().click()
      await page.getByText('Property approved!').waitFor()
    }),
    before: agreeToAll,
  },
]

function panel(name: string, query: string, prepare?: (page: Page) => Promise<unknown>): Screen {
  return {
    name,
    who: 'operator',
    path: `/dashboard${query}`,
    async prepare(page) {
      await comeToRest(page)
      await prepare?.(page)
      await comeToRest(page)
    },
  }
}

async function mistypePassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('operator@marketplace.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByText('Invalid credentials').waitFor()
}

async function askForKeys(page: Page): Promise<void> {
  await page.locator('.review[data-state=ready]').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
}

async function openFirst(page: Page): Promise<void> {
  await page.locator('.row-open').first().click()
  await page.locator('dialog.sheet dl').waitFor()
  await comeToRest(page)
}

function scrollTo(page: Page, heading: string): Promise<void> {
  return page
    .getByRole('heading', { name: heading })
    .evaluate((title) => title.scrollIntoView({ block: 'start' }))
}

/** Presses "Logout" (on a phone, in the drawer), which opens the confirmation. */
export async function signOut(page: Page): Promise<void> {
  const logout = page.getByRole('button', { name: 'Logout' })
  if ((await logout.count()) === 0) await page.getByRole('button', { name: 'Menu' }).click()
  await logout.click()
  await page.getByRole('dialog', { name: /^Sign out/ }).waitFor()
}

function waitForDevices(page: Page): Promise<void> {
  return page.getByText('Active now').waitFor()
}
