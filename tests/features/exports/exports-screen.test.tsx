import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { ExportsScreen } from '#src/features/exports/exports-screen.tsx'
import { answer, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const READ = 'GET /admin/exports'
const ID = '65a000000000000000000041'
const READY = {
  _id: ID,
  list: 'properties',
  format: 'csv',
  query: 'city=Pune&q=lake&sort=-price',
  state: 'ready',
  rows: 748_211,
  total: 748_211,
  bytes: 8,
  problem: null,
  madeBy: 'Asha Rao',
  isOwn: true,
  createdAt: '2026-02-14T08:20:00.000Z',
  endedAt: '2026-02-14T08:21:00.000Z',
}
const RUNNING = { ...READY, state: 'running', rows: 120_500, query: '', bytes: null }

function open(exports: object[]) {
  renderWithSync(<ExportsScreen />, { responses: { [READ]: ok(exports) } })
  return screen.findByRole('list', { name: 'Exports' })
}

test('a ready export says its rows in words, and its file is downloaded with a key', async () => {
  let name = ''
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    name = this.download
  })
  const list = await open([READY])
  expect(list).toHaveTextContent('Properties, CSV')
  expect(list).toHaveTextContent('City: Pune · search “lake” · dearest first')
  expect(list).toHaveTextContent('7,48,211 rows')
  expect(list).toHaveTextContent('Kept until 15 Feb 26, 13:50')
  const type = 'text/csv; charset=utf-8'
  answer({
    [`GET /admin/exports/${ID}/file`]: () =>
      new HttpResponse('the file', { headers: { 'Content-Type': type } }),
  })
  await user.press('Download', list)
  await waitFor(() => expect(name).toBe('properties-2026-02-14.csv'))
})

test('an export that is being made shows how far it is, and is cancelled by its button', async () => {
  const list = await open([RUNNING])
  expect(within(list).getByRole('progressbar', { name: 'Properties, CSV' })).toHaveValue(120_500)
  expect(list).toHaveTextContent('1,20,500 of 7,48,211 rows')
  expect(list).toHaveTextContent('All rows')
  const call = recorded(() => HttpResponse.json({ success: true }))
  answer({ [`DELETE /admin/exports/${ID}`]: call.respond, [READ]: ok([]) })
  await user.press('Cancel', list)
  await user.sees(/No exports/)
  expect(call.bodies).toHaveLength(1)
  expect(screen.getByRole('heading', { name: 'Exports' })).toHaveFocus()
})

test('a failed export says why, and one of another person has no download', async () => {
  const problem = 'You signed out on all devices before the file was ready.'
  const list = await open([
    { ...READY, state: 'failed', problem },
    { ...READY, _id: ID.replace('41', '42'), isOwn: false },
  ])
  expect(list).toHaveTextContent(problem)
  expect(list).toHaveTextContent('Asha Rao')
  expect(within(list).queryByRole('button', { name: 'Download' })).toBeNull()
  expect(within(list).getAllByRole('button', { name: 'Delete' })).toHaveLength(2)
})

test('without a network, a download says that it needs one, and the list stays', async () => {
  const list = await open([READY])
  answer({ [READ]: noAnswer, [`GET /admin/exports/${ID}/file`]: noAnswer })
  await user.press('Download', list)
  await user.sees('The server cannot be reached. This works only online.')
  expect(list).toHaveTextContent('Properties, CSV')
})
