import type { Page } from 'playwright-core'
import { status } from '#tests/browser/pages/panel-page.ts'
import { waitForRequests } from '#tests/support/browser/page-rest.ts'
import { panel } from './panel-screens.ts'
import { press, type Screen, seeText } from './screen.ts'
import { cutNetwork, haveExports, haveViews, requireReasons } from './staged-network.ts'

const VIEW = '?section=property&view=65a000000000000000000031'

/** The lists with filters, a choice of rows, an export, a view, and the palette. */
export const LIST_SCREENS: readonly Screen[] = [
  panel('payments', '?section=payments'),
  panel('payments-conditions', '?section=payments&amount=500..'),
  panel('users-conditions', '?section=users&posted=1..'),
  panel('loans-conditions', '?section=loans&income=50000..'),
  panel('listings-conditions', '?section=property&city=Pune&price=..20000000&colour=red'),
  panel('listings-add-filter', '?section=property&city=Pune', async (page) => {
    await press(page, /^(Add filter|Filters), 1 set/)
    await page.getByRole('dialog').getByLabel('City').waitFor()
  }),
  panel('listings-export', '?section=property&city=Pune', async (page) => {
    await pressInToolbar(page, 'Export')
    await page.getByRole('dialog', { name: 'Export' }).waitFor()
  }),
  panel('exports-none', '?section=exports'),
  { ...panel('exports', '?section=exports'), before: haveExports },
  panel('listings-chosen', '?section=property&status=pending', choosePending),
  panel('approve-several', '?section=property&status=pending', async (page) => {
    await choosePending(page)
    await press(page, /^Approve/)
    await page.getByRole('alertdialog').waitFor()
  }),
  {
    ...panel('reject-several', '?section=property&status=pending', async (page) => {
      await choosePending(page)
      await press(page, /^Reject/)
      const sheet = page.getByRole('dialog', { name: /^Reject / })
      await sheet.getByRole('button', { name: 'Wrong city or pincode' }).click()
    }),
    before: requireReasons,
  },
  panel('outbox-batch', '?section=property&status=pending', queueBatch),
  {
    ...panel('views-menu', `${VIEW}&city=Pune&status=pending&video=yes`, async (page) => {
      await pressInToolbar(page, 'View: Pune, waiting, changed')
      await page.getByRole('menu').waitFor()
    }),
    before: haveViews,
  },
  {
    ...panel('view-new', '?section=property&city=Pune', async (page) => {
      await pressInToolbar(page, 'Views')
      await page.getByRole('menuitem', { name: 'Save as a new view…' }).click()
      await page.getByRole('dialog', { name: 'Save as a new view' }).waitFor()
    }),
    before: haveViews,
  },
  { ...panel('palette', '?section=property', openPalette), before: haveViews },
  panel('palette-found', '?section=property', async (page) => {
    await openPalette(page)
    await page.getByRole('combobox', { name: 'Search everything' }).fill('pune')
    await page.getByRole('group', { name: 'Properties' }).waitFor()
    await waitForRequests(page)
  }),
  panel('palette-none', '?section=property', async (page) => {
    await openPalette(page)
    await page.getByRole('combobox', { name: 'Search everything' }).fill('lighthouse')
    await seeText('Nothing found')(page)
  }),
]

/** Presses a button of a list's toolbar, which on a phone is in the dialog of the filters. */
async function pressInToolbar(page: Page, name: string): Promise<void> {
  const filters = page.getByRole('button', { name: /^Filters/ })
  if (await filters.isVisible()) await filters.click()
  await press(page, name)
}

async function choosePending(page: Page): Promise<void> {
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  await press(page, /^Select all \d+ that match$/)
  await page.getByRole('region', { name: 'Selected properties' }).waitFor()
}

/** Approves without a network: the batch waits in the outbox. */
async function queueBatch(page: Page): Promise<void> {
  await choosePending(page)
  await cutNetwork(page)
  await press(page, /^Approve/)
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Approve/ })
    .click()
  await status(page).click()
  await page.getByRole('progressbar').waitFor()
}

async function openPalette(page: Page): Promise<void> {
  await press(page, 'Search everything')
  await page.getByRole('combobox', { name: 'Search everything' }).waitFor()
}
