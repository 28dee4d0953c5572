import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { MembersScreen } from '#src/features/members/members-screen.tsx'
import { answer, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const EXPORT = 'POST /admin/users/export'
const CSV = { headers: { 'Content-Type': 'text/csv; charset=utf-8' } }
const MEMBERS = [
  { _id: 'aa', fullName: '=Asha()', phoneNumber: '+91 98200-11223', posted: { sell: 3 } },
  { _id: 'bb', fullName: 'Bela' },
]

let saved: { name: string; file: Blob }[] = []

beforeEach(() => {
  saved = []
  let made = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    made = file as Blob // the app passes a Blob
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, file: made })
  })
})

/** The Blob of jsdom has no `text`. */
function textOf(file = new Blob()): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(file)
  })
}

async function open(address = '') {
  renderWithSync(<MembersScreen onOpen={() => undefined} />, {
    responses: { 'GET /admin/users': ok(MEMBERS) },
    address: `/dashboard?section=users${address}`,
  })
  // The button keeps its place while the list is loading.
  await waitFor(async () =>
    expect(await screen.findByRole('button', { name: 'Export' })).toBeEnabled(),
  )
  await user.press('Export')
  return screen.findByRole('dialog', { name: 'Export' })
}

test('the server gets the format, the filters and the search, and its file is saved', async () => {
  const dialog = await open('&posted=1..&q=asha')
  const call = recorded(() => new HttpResponse('the file', CSV))
  answer({ [EXPORT]: call.respond })
  await user.press('Export', dialog)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(call.bodies).toEqual([{ format: 'csv', query: 'posted=1..&q=asha' }])
  expect(saved[0]?.name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  expect(await textOf(saved[0]?.file)).toBe('the file')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('without a network, the device exports the rows of its copy and says from when they are', async () => {
  const dialog = await open('&posted=1..')
  answer({ [EXPORT]: noAnswer })
  await user.press('Export', dialog)
  await user.sees(
    /The server cannot be reached\. This device can export its own copy: 1 row as of /,
  )
  expect(saved).toEqual([])
  await user.press('Export the copy on this device', dialog)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toMatch(/^users-saved-\d{4}-\d\d-\d\d-\d{4}\.csv$/)
  const [names = '', row = '', ...more] = (await textOf(saved[0]?.file)).trim().split('\r\n') ?? []
  expect(names).toContain('ID,Name,Joined,Mobile number')
  expect(row).toBe("aa,'=Asha(),,+91 98200-11223,,3,0,0,0,")
  expect(more).toEqual([])
})

test('a refusal exports nothing, and the copy does not stand in', async () => {
  const dialog = await open()
  answer({ [EXPORT]: refusal(403, { code: 'not-allowed', error: 'Your role may not see users.' }) })
  await user.press('Export', dialog)
  await user.sees('Your role may not see users.')
  expect(screen.queryByRole('button', { name: 'Export the copy on this device' })).toBeNull()
  expect(saved).toEqual([])
})

test('a file that is cut off is not saved', async () => {
  const dialog = await open()
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('half'))
      controller.error(new Error('cut off'))
    },
  })
  answer({ [EXPORT]: () => new HttpResponse(body, CSV) })
  await user.press('Export', dialog)
  await user.sees(/The server cannot be reached/)
  expect(saved).toEqual([])
})

test('the server gets the order of the table, and the copy of the device has it too', async () => {
  const dialog = await open('&sort=-name')
  const call = recorded(() => noAnswer())
  answer({ [EXPORT]: call.respond })
  await user.press('Export', dialog)
  await user.sees(/This device can export its own copy/)
  expect(call.bodies).toEqual([{ format: 'csv', query: 'sort=-name' }])
  await user.press('Export the copy on this device', dialog)
  await waitFor(() => expect(saved).toHaveLength(1))
  const rows = (await textOf(saved[0]?.file)).trim().split('\r\n').slice(1)
  expect(rows.map((row) => row.slice(0, 2))).toEqual(['bb', 'aa'])
})

test('an order that only a device has is named, and is not asked of the server', async () => {
  const dialog = await open('&sort=boosted')
  expect(dialog).toHaveTextContent(
    /The server cannot sort by “.+”\. Its file has the newest rows first\./,
  )
  const call = recorded(() => new HttpResponse('the file', CSV))
  answer({ [EXPORT]: call.respond })
  await user.press('Export', dialog)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(call.bodies).toEqual([{ format: 'csv', query: '' }])
})

test('the export of a large list goes on without the dialog, which says where its file will be', async () => {
  const dialog = await open()
  const data = {
    ...{ _id: '65a000000000000000000041', list: 'users', format: 'csv', query: '' },
    ...{ state: 'running', rows: 0, total: null, bytes: null, problem: null, madeBy: null },
    ...{ isOwn: true, createdAt: '2026-02-14T08:20:00.000Z', endedAt: null },
  }
  answer({ [EXPORT]: () => HttpResponse.json({ success: true, data }) })
  await user.press('Export', dialog)
  await user.sees(/the server makes the file in the background/)
  expect(saved).toEqual([])
  expect(screen.getByRole('link', { name: 'Exports of large lists' })).toHaveAttribute(
    'href',
    '/dashboard?section=exports',
  )
})

test('the Cancel button of an export that is arriving ends its call', async () => {
  const dialog = await open()
  let isCut = false
  answer({
    [EXPORT]: (request) => {
      request.signal.addEventListener('abort', () => {
        isCut = true
      })
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('a part')),
      })
      return new HttpResponse(body, CSV)
    },
  })
  await user.press('Export', dialog)
  await user.sees(/received/)
  await user.press('Cancel', dialog)
  await waitFor(() => expect(isCut).toBe(true))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(saved).toEqual([])
})
