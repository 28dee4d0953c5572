import { act } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { useListingSaving } from '#src/features/posting/use-listing-saving.ts'
import { usePageUploads } from '#src/outbox/kinds/posting/files/use-uploads.ts'
import { openStoredListings } from '#tests/support/posting/stored-listing.ts'
import { MEERA, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { noAnswer } from '#tests/support/scripted-answers.ts'

setupAnswers()

const ID = 'a'.repeat(24)

test('a submission pressed while a save is on its way is sent once, after the text', async () => {
  const log: string[] = []
  let version = 3
  const respond = (what: string) => async () => {
    log.push(`${what} begins`)
    await new Promise((resolve) => setTimeout(resolve))
    log.push(`${what} ends`)
    version += 1
    return HttpResponse.json({ success: true, data: { ...POSTING, version } })
  }
  let shown: Saving | undefined
  renderWithSync(<Wizard onRender={(saving) => (shown ??= saving)} />, {
    session: MEERA,
    responses: {
      [`PUT /account/listings/${ID}`]: respond('save'),
      [`POST /account/listings/${ID}/submit`]: respond('submit'),
    },
  })
  await act(async () => {
    void shown?.saveAndClose(false)
    expect(await shown?.submit(false)).toBe('submitted')
  })
  expect(log.slice(-4)).toEqual(['save begins', 'save ends', 'submit begins', 'submit ends'])
  expect(log.filter((entry) => entry === 'submit begins')).toHaveLength(1)
})

test('each press of "Submit" is a submission of its own: a photo may have come since the one before', async () => {
  let shown: Saving | undefined
  renderWithSync(<Wizard onRender={(next) => (shown = next)} />, {
    session: MEERA,
    responses: { [`PUT /account/listings/${ID}`]: noAnswer },
  })
  const findKey = async () => (await openStoredListings(MEERA.account.id).find(ID))?.submitKey
  await act(async () => {
    expect(await shown?.submit(true)).toBe('waiting')
  })
  const first = await findKey()
  await act(async () => {
    expect(await shown?.submit(true)).toBe('waiting')
  })
  expect(first).toEqual(expect.any(String))
  expect(await findKey()).not.toBe(first)
})

type Saving = ReturnType<typeof useListingSaving>

function Wizard({ onRender }: { onRender: (saving: Saving) => void }) {
  const opened = { listings: usePageUploads().listingsOf(MEERA.account.id), row: null }
  onRender(useListingSaving({ id: ID, opened, saved: POSTING, onRefused: () => {} }))
  return null
}

const POSTING = {
  id: ID,
  version: 3,
  state: 'draft',
  label: 'Draft',
  isLive: false,
  hasChanges: false,
  actions: ['edit', 'submit', 'delete'],
  queuePlace: null,
  expectedBy: null,
  expiresAt: null,
  reason: null,
  draft: EMPTY_DRAFT,
  files: [],
} satisfies Parameters<typeof useListingSaving>[0]['saved']
