import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeAll, expect, test } from 'vitest'
import { seeReady, setupReview } from '#tests/features/listings/review/review-page.ts'
import { DECIDE, listReasons, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { operatorAs, type Responses, renderApp } from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupReview()
beforeAll(async () => {
  await import('#src/features/listings/group/property-group.tsx')
})

const IDS = { own: 'a'.repeat(24), twin: 'b'.repeat(24), of: 'c'.repeat(24) }
const OWN = {
  id: IDS.own,
  title: 'Sunlit flat in Baner',
  owner: { id: 'asha', name: 'Asha Rao' },
  status: 'pending',
  listedAt: '2025-06-20T06:00:00.000Z',
  bhk: '2 BHK',
  area: 980,
  price: null,
  rent: 32_000,
  startingBid: null,
  poster: null,
}
const TWIN = {
  ...OWN,
  id: IDS.twin,
  title: 'Bright flat in Baner',
  owner: { id: 'ravi', name: 'Ravi Shah' },
  listedAt: '2025-05-02T06:00:00.000Z',
  rent: 31_500,
  same: ['photos', 'place', 'price'],
  photosInCommon: 4,
}

const DUPLICATE = {
  code: 'duplicate',
  label: 'Duplicate',
  sentence: 'This property is listed already.',
  field: null,
  changesNeeded: false,
  isActive: true,
}

interface Pair {
  listingIds: string[]
  areDuplicates: boolean
}

/** A server that remembers what is no duplicate. */
function show(role: 'owner' | 'viewer', more: Responses = {}, address = 'review=next') {
  const calls: Pair[] = []
  let group: object = { own: OWN, others: [TWIN], apart: [] }
  const sent = recorded(ok())
  const listings = [wireListing({ _id: IDS.own, propertyName: OWN.title, version: 3 })]
  const { runtime } = renderApp({
    address: `/dashboard?section=property&${address}`,
    responses: {
      ...panelAnswers(listings),
      'GET /admin/reasons': listReasons(false, [DUPLICATE]),
      'GET /admin/properties/:id/history': ok([], { meta: { rejection: null } }),
      'GET /admin/properties/:id/posting': () =>
        HttpResponse.json(ok({ content: { description: 'Two balconies.' }, changes: [], group })),
      'PUT /admin/duplicates': async (request: Request) => {
        const pair = (await request.json()) as Pair // the body that this test awaits
        calls.push(pair)
        const { id, title } = TWIN
        const apart = [{ id, title, at: '2025-06-21T06:00:00.000Z', by: 'Asha Rao' }]
        group = pair.areDuplicates
          ? { own: OWN, others: [TWIN], apart: [] }
          : { own: OWN, others: [], apart }
        return HttpResponse.json({ success: true })
      },
      [DECIDE]: sent.respond,
      ...more,
    },
    session: operatorAs(role),
  })
  return { runtime, calls, sent }
}

const card = async () => within(await screen.findByRole('region', { name: 'This property' }))

test('one card shows the adverts side by side, and marks what differs in words too', async () => {
  show('owner')
  const region = await card()
  expect(region.getByRole('heading')).toHaveTextContent('This property: 2 adverts')
  const [own, twin] = region.getAllByRole('listitem')
  expect(own).toHaveTextContent('This one')
  expect(own?.querySelector('mark')).toBeNull()
  expect(twin).toHaveTextContent('Also waits')
  expect(twin).toHaveTextContent('49 days before this one')
  expect(twin).toHaveTextContent('₹31,500 a month (differs)')
  expect(twin).toHaveTextContent('The same: 4 photos, place and size, price within 3 %.')
  const marks = [...(twin?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent)
  expect(marks).toEqual(['Bright', '₹31,500 a month', 'Ravi Shah', '02 May 25'])
})

test("rejects as a duplicate with the reason filled in, and names another seller's advert by its number only", async () => {
  const { sent } = show('owner')
  await seeReady(OWN.title)
  await user.press(`Reject as duplicate of ${TWIN.title}`)
  const dialog = await screen.findByRole('dialog', { name: 'Reason for the rejection' })
  const note = `The same property as listing ${IDS.twin}.`
  expect(within(dialog).getByLabelText('Note to the seller')).toHaveValue(note)
  await user.press('Reject', dialog)
  await waitFor(() => expect(sent.bodies).toHaveLength(1))
  expect(sent.bodies[0]).toEqual({
    status: 'rejected',
    reason: { code: 'duplicate', note, changesNeeded: false },
  })
})

test('asks for a reason where the owners of the panel have retired "Duplicate"', async () => {
  show('owner', { 'GET /admin/reasons': listReasons(false) })
  await seeReady(OWN.title)
  await user.press(`Reject as duplicate of ${TWIN.title}`)
  const dialog = await screen.findByRole('dialog', { name: 'Reason for the rejection' })
  await user.press('Reject', dialog)
  await user.sees(/^Choose a reason: a rejection needs one/, dialog)
})

test('"not a duplicate" is remembered by the server, and can be taken back', async () => {
  const { calls } = show('owner')
  await card()
  await user.press(`${TWIN.title} is not a duplicate`)
  expect(
    await screen.findByText(/^Not a duplicate: Bright flat in Baner\. Asha Rao, 21 Jun 25/),
  ).toBeVisible()
  await user.press(`Take back that ${TWIN.title} is not a duplicate`)
  await screen.findByText('This property: 2 adverts')
  expect(calls).toEqual([
    { listingIds: [IDS.own, IDS.twin], areDuplicates: false },
    { listingIds: [IDS.own, IDS.twin], areDuplicates: true },
  ])
})

test('says that it needs the network, and changes nothing without one', async () => {
  show('owner', { 'PUT /admin/duplicates': noAnswer })
  await card()
  await user.press(`${TWIN.title} is not a duplicate`)
  expect(await (await card()).findByText(/network|server|offline/i)).toBeVisible()
  expect((await card()).getByText('This property: 2 adverts')).toBeVisible()
})

test('people who may not decide see the card without its actions', async () => {
  show('viewer', {}, `open=${IDS.own}`)
  const region = await card()
  expect(region.queryAllByRole('button')).toEqual([])
})
