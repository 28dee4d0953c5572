// @module-tag long
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, openMarketplace } from '#tests/browser/pages/marketplace.ts'
import {
  boardCard,
  comeBackOnline,
  decide,
  pendingNames,
  signIn,
  status,
  waitForStatus,
} from '#tests/browser/pages/panel-page.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'

// What the browser exposes to screen readers for approve, reject, undo and delete: roles, names, states and
// announcements.

let market: Marketplace
let page: Page
let name: string

beforeAll(async () => {
  market = await openMarketplace()
  ;({ page } = await openPage(market.context, PHONE))
  await signIn(page, market.network.url, market.server.operator)
  ;[name = ''] = await pendingNames(page, 1)
})

afterAll(() => market.close())

/** Expects these lines, in this order, in the accessibility snapshot of an element. */
async function expectHeard(place: Locator, lines: string): Promise<void> {
  const wanted = outline(lines)
  const heard = async () => outline(await place.ariaSnapshot())
  await expect.poll(heard).toContain(wanted)
}

/** The lines of a snapshot without indentation and empty lines. */
function outline(snapshot: string): string {
  const lines = snapshot.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join('\n')
}

const toasts = () => page.getByRole('region', { name: 'Messages' })

test('the button of an approval is exposed as pressed; the announced toast has a button that undoes the approval', async () => {
  await expectHeard(
    boardCard(page, name).locator('.decision-buttons'),
    `
    - button "Accept"
    - button "Cancel"
    `,
  )
  const accept = boardCard(page, name).getByRole('button', { name: 'Accept' })
  const describedBy = await accept.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${describedBy}"]`).textContent()).toBe(name)

  await decide(page, name, 'Accept')
  await expectHeard(
    toasts(),
    `
    - region "Messages":
      - status:
        - paragraph: Property approved!
        - paragraph: ${name}
        - button "Undo"
        - button "Close message"
    `,
  )
  await expectHeard(
    boardCard(page, name).locator('.decision-buttons'),
    `
    - button "Accept" [pressed]
    - button "Cancel"
    `,
  )
  await toasts().getByRole('button', { name: 'Undo' }).click()
  await expectHeard(
    boardCard(page, name).locator('.decision-buttons'),
    `
    - button "Accept"
    - button "Cancel"
    `,
  )
  await waitForStatus(page, 'Online')
})

test('a rejection without a network is announced and exposed as waiting', async () => {
  await market.network.cut()
  await decide(page, name, 'Cancel')
  await expectHeard(
    toasts(),
    `
    - status:
      - paragraph: Saved on this device. It is sent when the server can be reached.
    `,
  )
  await expectHeard(
    boardCard(page, name).locator('.decision-buttons'),
    `
    - button "Accept"
    - button "Cancel" [pressed]
    `,
  )
  await expectHeard(
    page.getByRole('banner'),
    `
      - link "Offline · 1 waiting":
        - /url: /dashboard?section=outbox
        - status: Offline · 1 waiting
    `,
  )
  await status(page).getByRole('status').waitFor()
})

test('a delete opens a confirmation that names the listing, and the deletion is announced', async () => {
  await comeBackOnline(market.network, page)
  await waitForStatus(page, 'Online')
  await boardCard(page, name).getByRole('button', { name, exact: true }).click()
  const sheet = page.getByRole('dialog', { name, exact: true })
  await expectHeard(
    sheet.locator('.modal-footer'),
    `
    - button "Accept"
    - button "Cancel" [pressed]
    - button "Delete"
    `,
  )
  await sheet.getByRole('button', { name: 'Delete' }).click()
  await expect
    .poll(() => page.getByRole('alertdialog').ariaSnapshot())
    .toMatch(
      new RegExp(
        [
          '^- alertdialog "Are you sure you want to permanently delete this property\\?":',
          '  - heading "Are you sure you want to permanently delete this property\\?" \\[level=2\\]',
          `  - paragraph: .*${name} · [0-9A-F]{6}.*`,
          '  - button "Cancel"',
          '  - button "Delete"$',
        ].join('\n'),
      ),
    )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectHeard(
    toasts(),
    `
      - status:
        - paragraph: Property deleted permanently.
    `,
  )
  await expectHeard(
    sheet.or(page.getByRole('dialog', { name: 'Property' })),
    '- paragraph: This property is not in the list',
  )
})
