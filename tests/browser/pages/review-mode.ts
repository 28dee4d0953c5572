import type { Page } from 'playwright-core'
import type { Change } from '#src/domain/change.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { readDeviceStorage } from './panel-page.ts'

// What review mode shows, and what the device and the server have stored of its decisions.

export interface Shown {
  id: string
  name: string
}

/** Waits until a listing other than `before` is shown and can be decided. */
export async function seeReady(page: Page, before?: Pick<Shown, 'id'>): Promise<Shown> {
  const other = before ? `:not([data-listing="${before.id}"])` : ''
  const card = page.locator(`.review[data-state=ready] .review-card${other}`)
  await card.waitFor()
  const id = (await card.getAttribute('data-listing')) ?? ''
  return { id, name: (await card.getByRole('heading', { level: 3 }).textContent()) ?? '' }
}

/** The kinds of the unconfirmed changes in the outbox, in order. */
export async function listOutbox(page: Page): Promise<string[]> {
  const { databases } = await readDeviceStorage(page)
  // Rows as src/storage/outbox-database.ts stores them.
  const rows = (databases['outbox']?.['changes'] ?? []) as Pick<Change, 'state' | 'action'>[]
  return rows.filter(({ state }) => state !== 'acked').map(({ action }) => action.kind)
}

export async function readCache(page: Page): Promise<string> {
  return JSON.stringify((await readDeviceStorage(page)).databases['cache'])
}

/** A listing's audit entries and reasons in the server's tables. */
export async function readServer({ db }: TestServer, listingId: string) {
  const audit = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity_id', '=', listingId)
    .orderBy('id')
    .execute()
  const reasons = await db
    .selectFrom('listing_reasons')
    .selectAll()
    .where('listing_id', '=', listingId)
    .execute()
  return {
    audit: audit.map(({ action, to_value }) => `${action} ${to_value}`),
    reasons: reasons.map(({ code, note, changes_needed }) => [code, note, changes_needed]),
  }
}
