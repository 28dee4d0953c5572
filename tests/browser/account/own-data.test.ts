// @module-tag long
import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { eraseDueAccounts } from '#server/accounts/erasure/erasure-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { DELETION_DAYS } from '#src/domain/retention.ts'
import { signInAs, signOut, waitForEvents } from '#tests/browser/pages/account-page.ts'
import { FILE, marketTest } from '#tests/browser/pages/market-test.ts'
import { listEventRows } from '#tests/browser/pages/marketplace.ts'
import { installWorker, readDeviceStorage } from '#tests/browser/pages/panel-page.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

// An end user downloads their data, requests the deletion of the account, cancels it, and requests it again. Checks the
// server's tables.

const DAY_MS = 86_400_000

const test = marketTest.extend('mail', FILE, () => 'inbox' as const)

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

async function openAccount(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/account/events?section=account`)
  await page.getByRole('heading', { name: 'Delete account' }).waitFor()
}

/** The files of the export as lists of rows, keyed by file name without extension. */
async function download(page: Page): Promise<Map<string, unknown[]>> {
  const arriving = page.waitForEvent('download')
  await press(page, 'Download my data')
  const files = unzipSync(new Uint8Array(readFileSync(await (await arriving).path())))
  const lists = Object.entries(files).filter(([name]) => name.endsWith('.json'))
  return new Map(
    lists.map(([name, bytes]) => [name.replace('.json', ''), JSON.parse(strFromU8(bytes))]),
  )
}

async function askForDeletion(page: Page): Promise<void> {
  await press(page, 'Delete my account')
  const asked = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await asked.getByRole('button', { name: 'Delete', exact: true }).click()
}

/** The tables with a row that contains one of the texts. */
async function listTraces({ db }: TestServer, texts: readonly unknown[]): Promise<string[]> {
  const found: string[] = []
  for (const table of Object.keys(PERSONAL_PARTS.tables) as (keyof Tables)[]) {
    const rows = await db.selectFrom(table).selectAll().execute()
    const stored = JSON.stringify(rows)
    if (texts.some((text) => stored.includes(String(text)))) found.push(table)
  }
  return found.sort()
}

/** Runs the server's hourly erasure. */
async function eraseDue(server: TestServer): Promise<void> {
  await eraseDueAccounts(
    {
      ...server,
      settings: { adminEmail: null, mediaDir: inject('distDir') },
      parts: PERSONAL_PARTS,
    },
    server.clock.now(),
  )
  await server.settle()
}

test('a person downloads their data, and seven days after a request to delete the account only ids are left', async ({
  page,
  server,
  url,
}) => {
  const person = server.demoUser
  const account = await server.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const events = await listEventRows(server, account.id)
  expect(events).not.toEqual([])
  const kept = page.getByRole('button', { name: 'Keep my account', exact: true })
  await signInAs(page, url, person)
  await waitForEvents(page)

  await installWorker(page)
  await openAccount(page, url)
  const files = await download(page)
  expect(files.get('account')).toMatchObject([
    { fullName: account.full_name, email: account.email, phoneNumber: account.phone_number },
  ])
  expect(files.get('events')).toHaveLength(events.length)
  const { cachedFiles } = await readDeviceStorage(page)
  expect(cachedFiles.filter(({ path }) => path.startsWith('/api/'))).toEqual([])

  await askForDeletion(page)
  await kept.waitFor()
  await signOut(page)
  await signInAs(page, url, person)
  await page.getByText(/^Your account will be deleted on /).waitFor()
  await page.getByRole('link', { name: 'Keep my account' }).click()
  await kept.click()
  await page.getByRole('button', { name: 'Delete my account' }).waitFor()
  server.clock.advance((DELETION_DAYS + 1) * DAY_MS)
  await eraseDue(server)
  expect(await listTraces(server, [account.email])).toContain('users')

  // The session has ended. Ten minutes after a sign-in, the server requires a confirmation of the identity.
  await page.goto(`${url}/account/events`)
  await page.waitForURL((address) => address.pathname !== '/account/events')
  await signInAs(page, url, person)
  await waitForEvents(page)
  server.clock.advance(11 * 60_000)
  await openAccount(page, url)
  await askForDeletion(page)
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await kept.waitFor()
  server.clock.advance(DELETION_DAYS * DAY_MS - 120_000)
  await eraseDue(server)
  expect(await listTraces(server, [account.email])).toContain('users')

  server.clock.advance(120_000)
  await eraseDue(server)
  const { email, full_name, phone_number } = account
  expect(await listTraces(server, [email, full_name, phone_number])).toEqual([])
  expect(await listTraces(server, [account.id])).toEqual(['audit_log', 'users'])
  await page.goto(`${url}/account/events`)
  await page.waitForURL((address) => address.pathname !== '/account/events')
  await signInAs(page, url, person)
  await page.getByRole('alert').first().waitFor()
})
