// @module-tag long

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ListingClaim } from '#src/domain/claim/claim.ts'
import { roadWishes } from '#src/features/listings/road/road-wishes.ts'
import { seeReady, setupReview } from '#tests/features/listings/review/review-page.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { DECIDE, panelAnswers, wireClaim, wireListing } from '#tests/support/panel-answers.ts'
import { type Responses, renderApp } from '#tests/support/render-with-sync.tsx'
import { ok, recorded } from '#tests/support/scripted-answers.ts'

setupReview()
beforeAll(async () => {
  await import('#src/features/listings/road/road-sheet.tsx')
  await import('#src/features/listings/road/road-strip.tsx')
  await import('#src/features/listings/road/road-keeper.tsx')
})

const LIST = '/dashboard?section=property'
const BATCH = 'b'.repeat(24)
const LATER = new Date(Date.now() + 3 * 3_600_000).toISOString()
const posted = (_id: string, propertyName: string, day: string, more = {}) =>
  wireListing({ _id, propertyName, createdAt: `2025-06-${day}T06:00:00.000Z`, version: 1, ...more })
const LISTINGS = [
  posted('s3', 'Corner shop', '12'),
  posted('v1', 'Garden villa', '03'),
  posted('f2', 'Sea-view flat', '09'),
  posted('p4', 'Plot by the lake', '01', { status: 'approved' }),
]
const onRoad = (id: string, more: Partial<ListingClaim> = {}) =>
  wireClaim(id, { batchId: BATCH, heldUntil: LATER, until: LATER, ...more })
const ofRavi = (id: string) => onRoad(id, { personId: 'ravi', name: 'Ravi Shah' })

function show(claims: ListingClaim[], responses: Responses = {}, address = LIST) {
  const decisions = recorded()
  renderApp({
    address,
    responses: {
      ...panelAnswers(LISTINGS),
      'GET /admin/claims': () => HttpResponse.json(ok(claims)),
      [DECIDE]: decisions.respond,
      ...responses,
    },
  })
  return { decided: () => decisions.paths().map((path) => path.split('/').at(-2)) }
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
async function openSheet(name = 'Take with me') {
  fireEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: 'Take listings with me' }))
}

describe('taking listings along', () => {
  test('names the waiting listings in the order of review, without those of colleagues, and says how many were granted', async () => {
    const claims = [ofRavi('f2')]
    const takes = recorded(() => {
      claims.push(onRoad('v1'))
      return HttpResponse.json(
        ok({ batchId: BATCH, until: LATER, listingIds: ['v1'], passedOver: 1 }),
      )
    })
    show(claims, { 'POST /admin/claim-batches': takes.respond })
    await screen.findByText(/^With Ravi Shah on the road until (\d+ \w+ \d\d, )?\d\d:\d\d/)
    const sheet = await openSheet()
    await sheet.findByText(/^2 listings to choose from/)
    fireEvent.click(sheet.getByRole('button', { name: '25' }))
    fireEvent.click(sheet.getByRole('button', { name: '2 h' }))
    fireEvent.click(sheet.getByRole('button', { name: 'Take 2 with me' }))
    await sheet.findByText(
      'Only 1 listing of 25 could be reserved. 1 listing was passed over: with colleagues, or not waiting any more.',
    )
    expect(takes.bodies).toEqual([{ listingIds: ['v1', 's3'], count: 25, hours: 2 }])
    expect(await sheet.findByText(/^On the road until .*: 1 listing left\.$/)).toBeVisible()
  })

  test('takes what passes the filters, when there are any', async () => {
    const takes = recorded(ok({ batchId: BATCH, until: LATER, listingIds: ['s3'], passedOver: 0 }))
    show([], { 'POST /admin/claim-batches': takes.respond }, `${LIST}&q=corner`)
    await screen.findByText('Corner shop')
    await waitFor(() => expect(screen.queryByText('Garden villa')).not.toBeInTheDocument())
    const sheet = await openSheet()
    fireEvent.click(sheet.getByRole('button', { name: 'Take 1 with me' }))
    await waitFor(() => expect(takes.bodies).toEqual([{ listingIds: ['s3'], count: 10, hours: 4 }]))
  })

  test('shows the sentence of a refusal, and stays', async () => {
    const error =
      'You have 2 listings reserved until 14:10. Decide them, or give the rest back first.'
    const refused = () =>
      HttpResponse.json({ success: false, error, code: 'has-batch' }, { status: 409 })
    show([], { 'POST /admin/claim-batches': refused })
    const sheet = await openSheet()
    fireEvent.click(sheet.getByRole('button', { name: 'Take 3 with me' }))
    expect(await sheet.findByText(error)).toBeVisible()
  })

  test('the key T opens it in review', async () => {
    show([], {}, `${LIST}&review=next`)
    await seeReady('Garden villa')
    press('t')
    await screen.findByRole('dialog', { name: 'Take listings with me' })
  })
})

describe('on this device', () => {
  test('everything of the reserved listings is saved at once, and the line says when', async () => {
    const asked = recorded(() => HttpResponse.json({}, { status: 404 }))
    show([onRoad('f2'), onRoad('s3')], { 'GET /admin/properties/:id/posting': asked.respond })
    await screen.findByText(
      /^On the road until .*: 2 listings left\. Everything for 2 listings saved at \d\d:\d\d\.$/,
    )
    expect(asked.paths().map((path) => path.split('/').at(-2))).toEqual(['s3', 'f2'])
  })

  test('a browser that cannot save videos says so, and what else is saved of each listing', async () => {
    const videos = ['f2', 's3'].map((id) =>
      posted(id, `Flat ${id}`, '09', { video: `/api/media/${id}.mp4` }),
    )
    show([onRoad('f2'), onRoad('s3')], {
      ...panelAnswers(videos),
      'GET /admin/claims': () => HttpResponse.json(ok([onRoad('f2'), onRoad('s3')])),
      'GET /admin/properties/:id/posting': () => HttpResponse.json({}, { status: 404 }),
    })
    await screen.findByText(/Details and photos for 2 listings saved at .*\. 2 videos not saved\./)
    const sheet = await openSheet('Taken with me')
    const saved = within(await sheet.findByRole('region', { name: 'Saved on this device' }))
    expect(saved.getByText('This browser cannot save videos.')).toBeVisible()
    expect(await saved.findAllByText('Saved without its video')).toHaveLength(2)
    expect(saved.queryByRole('button', { name: /^Save / })).not.toBeInTheDocument()
  })

  test('a failure says what is missing and why, and the next try goes on where it was', async () => {
    expectConsole('error', /Could not load submissions/)
    let isBroken = true
    const asked = recorded(() => HttpResponse.json({}, { status: isBroken ? 500 : 404 }))
    show([onRoad('f2'), onRoad('s3')], { 'GET /admin/properties/:id/posting': asked.respond })
    await screen.findByText(/0 of 2 saved\. Missing: details of 2 \(the server did not answer\)\./)
    isBroken = false
    roadWishes.tryAgain()
    await screen.findByText(/Everything for 2 listings saved/)
  })
})

describe('on the road', () => {
  test('the review goes through the batch alone', async () => {
    const { decided } = show([onRoad('f2'), onRoad('s3')])
    await screen.findByText(/^On the road until (\d+ \w+ \d\d, )?\d\d:\d\d: 2 listings left\.$/)
    fireEvent.click(screen.getByRole('link', { name: 'Review my 2' }))
    await seeReady('Sea-view flat')
    press('a')
    await seeReady('Corner shop')
    press('a')
    await screen.findByText('No listing that passes the filters needs a decision. Others may.')
    await waitFor(() => expect(decided()).toEqual(['f2', 's3']))
  })

  test('the rest is given back with one press', async () => {
    const claims = [onRoad('f2'), onRoad('s3')]
    const ends = recorded(() => {
      claims.length = 0
      return HttpResponse.json(ok())
    })
    show(claims, { 'DELETE /admin/claim-batches/:id': ends.respond })
    const sheet = await openSheet('Taken with me')
    fireEvent.click(sheet.getByRole('button', { name: 'Give the rest back' }))
    await sheet.findByText('Given back. What you have decided stays decided.')
    expect(ends.paths()).toEqual([expect.stringMatching(new RegExp(`/claim-batches/${BATCH}$`))])
    await sheet.findByRole('button', { name: 'Take 3 with me' })
  })

  test('a reservation that is over by the clock of the device says so, and what follows', async () => {
    const past = '2025-06-18T08:40:00.000Z'
    show([onRoad('f2', { heldUntil: past, until: past })])
    await screen.findByText(
      'Your reservation ended at 18 Jun 25, 14:10, with 1 listing left. You can still decide: if a colleague was faster, you will be asked which decision stands.',
    )
  })

  test('a colleague is asked before a decision about a listing that is on the road', async () => {
    const { decided } = show([ofRavi('f2')], {}, `${LIST}&review=f2`)
    await seeReady('Sea-view flat')
    await screen.findByText(/^With Ravi Shah on the road until .*\.$/)
    press('a')
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName(
      /^With Ravi Shah on the road until .*\. Decide it all the same\?$/,
    )
    expect(decided()).toEqual([])
  })
})
