// @module-tag long
import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eraseDueAccounts } from '#server/auth/deletion/erasure-service.ts'
import type { Tables } from '#server/database/schema.ts'
import { EXPORTED_TABLES } from '#server/personal-data/exported-tables.ts'
import { DELETION_DAYS } from '#src/domain/retention.ts'
import { signInAs, signOut, waitForEvents } from '#tests/browser/pages/account-page.ts'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import {
  openPage,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// An end user downloads their data, requests the deletion of the account, cancels it, and requests it again. Checks the
// server's tables.

const DAY_MS = 86_400_000

let browser: SharedBrowser
let market: Market
let page: Page
let url: string

beforeAll(async () => {
  browser = await startSharedBrowser()
  market = await openMarket(inject('distDir'), 'inbox')
  ;({ url } = market.network)
  ;({ page } = await openPage(await browser.open(), PHONE))
})
afterAll(async () => {
  await browser.close()
  await market.close()
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

async function openAccount(): Promise<void> {
  await page.goto(`${url}/account/events?section=account`)
  await page.getByRole('heading', { name: 'Delete account' }).waitFor()
}

/** The files of the export as lists of rows, keyed by file name without extension. */
async function download(): Promise<Map<string, unknown[]>> {
  const arriving = page.waitForEvent('download')
  await press('Download my data')
  const files = unzipSync(new Uint8Array(readFileSync(await (await arriving).path())))
  const lists = Object.entries(files).filter(([name]) => name.endsWith('.json'))
  return new Map(
    lists.map(([name, bytes]) => [name.replace('.json', ''), JSON.parse(strFromU8(bytes))]),
  )
}

async function startDeletion(): Promise<void> {
  await press('Delete my account')
  const asked = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await asked.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Keep my account', exact: true }).waitFor()
}

/** The tables with a row that contains one of the texts. */
async function listTraces(texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of Object.keys(EXPORTED_TABLES) as (keyof Tables)[]) {
    const rows = await market.server.db.selectFrom(table).selectAll().execute()
    const stored = JSON.stringify(rows)
    if (texts.some((text) => stored.includes(text))) found.push(table)
  }
  return found.sort()
}

/** Runs the server's hourly erasure. */
async function eraseDue(): Promise<void> {
  const { server } = market
  await eraseDueAccounts(
    { ...server, settings: { adminEmail: null, mediaDir: inject('distDir') } },
    server.clock.now(),
  )
  await server.settle()
}

test('a person downloads their data, and seven days after a request to delete the account only ids are left', async () => {
  const { server } = market
  const person = server.demoUser
  const account = await server.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', person.email)
    .where('role', '=', 'user')
    .executeTakeFirstOrThrow()
  const events = await server.db
    .selectFrom('events')
    .select('id')
    .where('owner_id', '=', account.id)
    .execute()
  expect(events).not.toEqual([])
  await signInAs(page, url, person)
  await waitForEvents(page)

  await openAccount()
  const files = await download()
  expect(files.get('account')).toMatchObject([
    { fullName: account.full_name, email: account.email, phoneNumber: account.phone_number },
  ])
  expect(files.get('events')).toHaveLength(events.length)

  await startDeletion()
  await signOut(page)
  await signInAs(page, url, person)
  await page.getByText(/^Your account will be deleted on /).waitFor()
  await page.getByRole('link', { name: 'Keep my account' }).click()
  await press('Keep my account')
  await page.getByRole('button', { name: 'Delete my account' }).waitFor()
  server.clock.advance((DELETION_DAYS + 1) * DAY_MS)
  await eraseDue()
  expect(await listTraces([account.email ?? ''])).toContain('users')

  // The session has ended. Ten minutes after a sign-in, the server requires a confirmation of the identity.
  await page.goto(`${url}/account/events`)
  await page.waitForURL((address) => address.pathname !== '/account/events')
  await signInAs(page, url, person)
  await waitForEvents(page)
  server.clock.advance(11 * 60_000)
  await openAccount()
  await press('Delete my account')
  await page
    .getByRole('alertdialog', { name: 'Delete your account?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Keep my account', exact: true }).waitFor()
  server.clock.advance(DELETION_DAYS * DAY_MS - 120_000)
  await eraseDue()
  expect(await listTraces([account.email ?? ''])).toContain('users')

  server.clock.advance(120_000)
  await eraseDue()
  const personal = [account.email, account.full_name, account.phone_number]
  expect(await listTraces(personal.filter((text) => text !== null))).toEqual([])
  expect(await listTraces([account.id])).toEqual(['audit_log', 'users'])
  await page.goto(`${url}/account/events`)
  await page.waitForURL((address) => address.pathname !== '/account/events')
  await signInAs(page, url, person)
  await page.getByRole('alert').first().waitFor()
})
