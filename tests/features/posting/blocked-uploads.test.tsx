// @module-tag long

import { fireEvent, screen, waitFor } from '@testing-library/react'
import Dexie from 'dexie'
import { beforeAll, expect, test } from 'vitest'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { toTyped } from '#src/domain/posting/typed-posting.ts'
import { findBytes } from '#src/files/kept-bytes.ts'
import { NOTHING, newRow } from '#src/outbox/kinds/posting/files/shown-upload.ts'
import { listElsewhere } from '#src/outbox/kinds/posting/files/unfinished-elsewhere.ts'
import { dropFile, keepFile, listFiles } from '#src/outbox/kinds/posting/files/upload-files.ts'
import { openUploads } from '#src/outbox/kinds/posting/page-uploads.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { MEERA, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'

const LATER = { timeout: 25_000 } // the notice comes after three seconds; a busy machine takes longer

test('unsent listings that never open are reported, nothing waits for them, and they come back when they open', async () => {
  expectConsole('warn', /on this device|cannot be read|blocked by other connection/)
  const { runtime } = renderApp({
    session: MEERA,
    address: '/account/listings',
    responses: { 'GET /account/listings': ok([], { meta: { usualWaitMinutes: null } }) },
  })
  const notice = await screen.findByText(/unsent listings and files on this device/, {}, LATER)
  expect(notice).toHaveTextContent(/Close the other tabs of this site/)
  expect(await screen.findByRole('heading', { name: 'Your listings' })).toBeVisible()

  const userId = MEERA.account.id
  const uploads = openUploads(runtime.sync.uploads)
  const listings = uploads.listingsOf(userId)
  const content = { typed: toTyped(EMPTY_DRAFT), media: [], version: null, submitKey: null }
  const kept = await listings.edit('flat', () => content, { content, mark: null })
  expect(kept.kind).toBe('unkept')
  expect((await listings.list()).map(({ id }) => id)).toEqual(['flat'])
  if (kept.kind === 'unkept') await listings.forget(kept.row, 1)
  await listings.discard('other')
  expect(await listings.list()).toEqual([])

  const { db } = uploads
  const own = {
    id: 'file',
    userId,
    listingId: 'flat',
    addedAt: 1,
    kind: 'photo',
    name: 'a',
  } as const
  expect(await keepFile(db, newRow({ ...own, bytes: 1 }), new Blob(['x']))).toBe(false)
  expect(await listFiles(db, own)).toEqual([])
  await dropFile(db, 'file')
  await expect(findBytes(db, 'file')).rejects.toThrow(/blocked/)
  const queue = { find: () => NOTHING }
  await expect(listElsewhere(uploads, queue)).rejects.toThrow(/blocked/)

  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  const question = await screen.findByRole('dialog', { name: 'Sign out?' }, LATER)
  expect(question).toHaveTextContent(/does not answer. Any that are not sent yet stay on it/)

  frozenTab.close()
  await waitFor(() => expect(screen.queryByText(/those there are not shown/)).toBeNull(), LATER)
})

/** An earlier version of the site in a frozen tab: it does not close its connection, so the page's never opens. */
const frozenTab = new Dexie('uploads')

beforeAll(async () => {
  frozenTab.version(1).stores({ queued: 'id, userId, [userId+listingId]', files: 'id' })
  frozenTab.on('versionchange', () => false)
  await frozenTab.open()
})

setupAnswers()
