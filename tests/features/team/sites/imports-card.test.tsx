import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { ImportsCard } from '#src/features/team/sites/imports/imports-card.tsx'
import {
  answer,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const LIST = 'GET /admin/imports'
const FILE = {
  _id: 'file-1',
  fileName: 'flats.csv',
  state: 'ready',
  business: null,
  createdBy: 'Asha Rao',
  createdAt: '2025-09-01T08:35:00.000Z',
  finishedAt: null,
  rows: 1200,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
}
const NAMES = ['Ref', 'Town', 'Area (sq m)']
const SHEET = {
  columns: NAMES,
  sample: [['PUNE-1', 'Pune', '91']],
  namesRow: 1,
  head: [
    { row: 1, cells: NAMES },
    { row: 2, cells: ['PUNE-1', 'Pune', '91'] },
  ],
  hiddenColumns: [2],
}
const CHECK = {
  sheet: 'Flats',
  rows: 1200,
  accepted: 1199,
  refused: 1,
  blank: 0,
  hidden: 1,
  notes: ['1 hidden row: not imported. Show hidden rows to import them.'],
  examples: [
    { column: 'Ref', field: 'Reference', values: ['PUNE-1', 'PUNE-2'] },
    { column: 'Town', field: 'City', values: [] },
    { column: 'Area (sq m)', field: null, values: [] },
  ],
  errors: [{ row: 7, column: 'Town', cell: 'B7', text: '#N/A', error: 'Enter the city.' }],
}

function show(responses: Responses = {}) {
  renderWithSync(<ImportsCard />, {
    responses: {
      [LIST]: ok([FILE]),
      'GET /admin/imports/file-1': ok(SHEET),
      ...responses,
    },
  })
}

it('the trial run and the import of a file both send the chosen columns', async () => {
  const running = { ...FILE, state: 'running', business: 'Sharma Estates', created: 300 }
  const trial = recorded(ok(CHECK))
  const start = recorded(() => {
    answer({ [LIST]: ok([running]) })
    return HttpResponse.json(ok())
  })
  show({
    'POST /admin/imports/file-1/check': trial.respond,
    'POST /admin/imports/file-1/start': start.respond,
  })
  await user.press('Choose columns of flats.csv')
  expect(await screen.findByLabelText('Reference')).toHaveDisplayValue('Ref')
  expect(screen.getByLabelText('City')).toHaveDisplayValue('No column')
  await user.choose('City', '1')
  expect(screen.getByText('Pune')).toBeVisible()
  expect(screen.getAllByRole('option', { name: 'Area (sq m) (hidden)' })).not.toEqual([])
  expect(screen.getByRole('button', { name: 'Import 1,200 rows' })).toBeVisible()
  await user.press('Try without importing')
  await user.sees(/1,199 of 1,200 rows can be imported, 1 cannot/)
  expect(screen.getByText('Row 7, Town (B7), “#N/A”: Enter the city.')).toBeVisible()
  expect(screen.getByText(/1 hidden row: not imported/)).toBeVisible()
  expect(screen.getByText('Ref → Reference: PUNE-1 · PUNE-2')).toBeVisible()
  expect(screen.getByText('Town → City: no value')).toBeVisible()
  await user.press('Import 1,199 of 1,200')
  await user.sees('Enter the name of the business.')
  await user.fill({
    Business: 'Sharma Estates',
    'Email of the business': 'office@sharma.example',
  })
  await user.press('Import 1,199 of 1,200')
  expect(await screen.findByRole('progressbar')).toHaveValue(300)
  const mapping = { reference: 0, city: 1 }
  const business = { fullName: 'Sharma Estates', email: 'office@sharma.example', phoneNumber: null }
  expect(trial.bodies).toEqual([{ mapping, namesRow: 1 }])
  expect(start.bodies).toEqual([{ mapping, namesRow: 1, business }])
})

it('the row of the names is asked for, and the columns that may have another unit or a double', async () => {
  const names = ['Ref', 'Area (sq m)', 'City', 'City']
  const head = [
    { row: 1, cells: ['Flats of May'] },
    { row: 3, cells: names },
    { row: 4, cells: ['PUNE-1', '91', 'Pune', 'Agra'] },
  ]
  const trial = recorded(ok(CHECK))
  show({
    'GET /admin/imports/file-1': ok({
      columns: ['Flats of May'],
      sample: [],
      namesRow: null,
      head,
      hiddenColumns: [],
    }),
    'POST /admin/imports/file-1/check': trial.respond,
  })
  await user.press('Choose columns of flats.csv')
  expect(await screen.findByRole('button', { name: 'Try without importing' })).toBeDisabled()
  expect(screen.queryByLabelText('Reference')).toBeNull()
  await user.choose('Row with the names of the columns', '3')
  expect(screen.getByLabelText('Reference')).toHaveDisplayValue('Ref')
  expect(screen.getByLabelText('Area (sq ft)')).toHaveDisplayValue('No column')
  expect(screen.getByText(/“Area \(sq m\)” may have another unit.*B has “91”/)).toBeVisible()
  expect(screen.getByText(/C and D have the name “City”.*C has “Pune”, D has “Agra”/)).toBeVisible()
  await user.press('Try without importing')
  await user.sees(/1,199 of 1,200 rows/)
  expect(trial.bodies).toEqual([{ mapping: { reference: 0 }, namesRow: 3 }])
})

it('the card sends a file unchanged, and shows why a file is refused', async () => {
  const bodies: string[] = []
  show({
    'POST /admin/imports': async (request) => {
      bodies.push(await request.text())
      return refusal(400, { error: 'The file is empty.', code: 'bad-file' })()
    },
  })
  const file = new File(['ref,city\n'], 'flats.csv', { type: 'text/csv' })
  await userEvent.upload(await screen.findByLabelText('File of listings'), file)
  await user.sees('The file is empty.')
  expect(bodies).toEqual(['ref,city\n'])
})

it('a file that is too large for a proxy is refused with the way out', async () => {
  show({ 'POST /admin/imports': () => new HttpResponse('<h1>413</h1>', { status: 413 }) })
  const file = new File(['ref,city\n'], 'flats.csv', { type: 'text/csv' })
  await userEvent.upload(await screen.findByLabelText('File of listings'), file)
  await user.sees(
    'A proxy in front of the server refuses requests of this size (413). Its operator has to allow 20 MB; the file stays here.',
  )
})

it('a file is discarded only after a confirmation', async () => {
  const call = recorded()
  show({
    [LIST]: ok([{ ...FILE, state: 'done', created: 1190, refused: 10 }]),
    'DELETE /admin/imports/file-1': call.respond,
  })
  await user.sees('1,190 created, 10 refused')
  await user.press('Discard flats.csv')
  expect(call.bodies).toEqual([])
  await user.press('Discard')
  await waitFor(() => expect(call.bodies).toEqual([null]))
})
