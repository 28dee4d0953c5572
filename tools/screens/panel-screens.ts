import type { Page } from 'playwright-core'
import { comeToRest, press, type Screen, screensOf, seeText } from './screen.ts'
import { agreeToAll, beAway, requireReasons } from './staged-network.ts'

export const REVIEW = '?section=property&review=next'

/** The screens of the operator's panel without failures. */
export const PANEL_SCREENS: readonly Screen[] = [
  panel('dashboard', ''),
  panel('dashboard-revenue', '', (page) => scrollTo(page, 'Revenue Overview')),
  panel('dashboard-payments', '', (page) => scrollTo(page, 'Recent Transactions')),
  panel('listings', '?section=property'),
  panel('listings-filtered', '?section=property&tab=auction&q=pune&sort=-price'),
  panel('listings-none', '?section=property&q=lighthouse', seeText('No property matches')),
  panel('listing', '?section=property', openFirst),
  panel('listing-history', '?section=property', async (page) => {
    await openFirst(page)
    await page.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded()
  }),
  panel(
    'listing-missing',
    '?section=property&open=gone',
    seeText('This property is not in the list'),
  ),
  panel('delete-question', '?section=property', async (page) => {
    await press(page, /^Delete /)
    await page.getByRole('alertdialog').waitFor()
  }),
  panel('review', REVIEW, seeReview),
  panel('review-end', '?section=property&review=end', (page) =>
    page.getByRole('button', { name: /^Review the/ }).waitFor(),
  ),
  { ...panel('review-keys', REVIEW, askForKeys), sizes: ['desktop'] },
  { ...panel('review-reason', REVIEW, askForReason), before: requireReasons },
  panel('users', '?section=users'),
  panel('user', '?section=users', openFirst),
  panel('loans', '?section=loans'),
  panel('loan', '?section=loans', openFirst),
  panel('grievances', '?section=grievances'),
  panel('grievance-open', '?section=grievances', openFirst),
  panel('grievance-answered', '?section=grievances&state=answered', openFirst),
  panel('team', '?section=team', seeText('Last active')),
  panel('activity', '?section=activity', (page) =>
    page.getByRole('heading', { name: 'Today' }).waitFor(),
  ),
  panel('activity-decisions', '?section=activity&kind=status', seeText('Kind')),
  panel('outbox-empty', '?section=outbox', seeText('Nothing is waiting')),
  panel('device', '?sheet=device', (page) =>
    page.getByRole('dialog', { name: 'This device' }).getByText('Storage').waitFor(),
  ),
  panel('account', '?section=account', seeText('Active now')),
  panel('account-password', '?section=account', openPasswordForm),
  {
    ...panel('away', '?section=property', async (page) => {
      await press(page, 'Cancel')
      await page.getByText(/You have not been here/).waitFor()
    }),
    before: beAway,
  },
  panel('panel-privacy', '?section=privacypolicy'),
  panel('panel-terms', '?section=termsandconditions'),
  { ...panel('drawer', '', (page) => press(page, 'Menu')), sizes: ['phone', 'tablet'] },
  { ...panel('sidebar-compact', '', (page) => press(page, 'Menu')), sizes: ['desktop'] },
  panel('sign-out', '', signOut),
  {
    ...panel('toast', '', async (page) => {
      await press(page, 'Accept')
      await page.getByText('Property approved!').hover() // a toast under the pointer stays
    }),
    before: agreeToAll,
  },
]

/** A screen of the panel; `prepare` runs between two waits until the page has finished loading. */
export function panel(name: string, query: string, prepare?: Screen['prepare']): Screen {
  return screensOf('operator')(name, `/dashboard${query}`, async (page, stage) => {
    await comeToRest(page)
    await prepare?.(page, stage)
    await comeToRest(page)
  })
}

export function seeReview(page: Page): Promise<void> {
  return page.locator('.review[data-state=ready] .review-bar').waitFor()
}

async function askForReason(page: Page): Promise<void> {
  await seeReview(page)
  await page.getByRole('button', { name: 'Reject' }).click()
  const sheet = page.getByRole('dialog', { name: 'Reason for the rejection' })
  await sheet.getByRole('button', { name: 'Wrong city or pincode' }).click()
  await sheet.getByRole('switch', { name: 'Changes needed', checked: true }).waitFor()
}

async function askForKeys(page: Page): Promise<void> {
  await seeReview(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByRole('switch').waitFor()
}

export async function openFirst(page: Page): Promise<void> {
  await page.locator('.row-open').first().click()
  await page.locator('dialog.sheet dl').first().waitFor()
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
  if ((await logout.count()) === 0) await press(page, 'Menu')
  await logout.click()
  await page.getByRole('dialog', { name: /^Sign out/ }).waitFor()
}

export async function openPasswordForm(page: Page): Promise<void> {
  await page.getByText('Active now').waitFor()
  await press(page, 'Change password')
  await page.getByRole('dialog').getByLabel('New password', { exact: true }).waitFor()
}
