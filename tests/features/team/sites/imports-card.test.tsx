import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { ImportsCard } from '#src/features/team/sites/imports/imports-card.tsx'
import { type Responses, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

const IMPORTS = '/admin/imports'
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
const SHEET = {
  columns: ['Ref', 'Town', 'Town'],
  sample: [['PUNE-1', 'Baner', 'Pune']],
}
const answer = (data: unknown) => ({ success: true, data })
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const type = async (name: string, text: string) =>
  userEvent.type(await screen.findByRole('textbox', { name }), text)

function show(responses: Responses = {}) {
  renderWithSync(<ImportsCard />, {
    responses: {
      [`GET ${IMPORTS}`]: answer([FILE]),
      [`GET ${IMPORTS}/file-1`]: answer(SHEET),
      ...responses,
    },
  })
}

it('the trial run and the import of a file both send the chosen columns', async () => {
  const sent: unknown[] = []
  let isStarted = false
  const running = { ...FILE, state: 'running', business: 'Sharma Estates', created: 300 }
  show({
    [`GET ${IMPORTS}`]: () => HttpResponse.json(answer([isStarted ? running : FILE])),
    [`POST ${IMPORTS}/file-1/check`]: async (request) => {
      sent.push(await request.json())
      const errors = [{ row: 7, column: 'Town', error: 'Enter the city.' }]
      return HttpResponse.json(answer({ rows: 1200, refused: 1, errors }))
    },
    [`POST ${IMPORTS}/file-1/start`]: async (request) => {
      sent.push(await request.json())
      isStarted = true
      return HttpResponse.json({ success: true })
    },
  })
  await press('Choose the columns of flats.csv')
  expect(await screen.findByLabelText('Reference')).toHaveDisplayValue('Ref')
  expect(screen.getByLabelText('City')).toHaveDisplayValue('No column')
  await userEvent.selectOptions(screen.getByLabelText('City'), '2')
  expect(screen.getByText('Pune')).toBeVisible()
  await press('Try without importing')
  expect(await screen.findByText(/1,199 rows can be imported, 1 cannot/)).toBeVisible()
  expect(screen.getByText('Row 7, Town: Enter the city.')).toBeVisible()
  await press('Import 1,200 rows')
  expect(await screen.findByText('Enter the name of the business.')).toBeVisible()
  await type('Business', 'Sharma Estates')
  await type('Email of the business', 'office@sharma.example')
  await press('Import 1,200 rows')
  expect(await screen.findByRole('progressbar')).toHaveValue(300)
  const mapping = { reference: 0, city: 2 }
  const business = { fullName: 'Sharma Estates', email: 'office@sharma.example', phoneNumber: null }
  expect(sent).toEqual([{ mapping }, { mapping, business }])
})

it('the card sends a file unchanged, and shows why a file is refused', async () => {
  const bodies: string[] = []
  show({
    [`POST ${IMPORTS}`]: async (request) => {
      bodies.push(await request.text())
      return HttpResponse.json(
        { success: false, error: 'The file is empty.', code: 'bad-file' },
        { status: 400 },
      )
    },
  })
  const file = new File(['ref,city\n'], 'flats.csv', { type: 'text/csv' })
  await userEvent.upload(await screen.findByLabelText('File of listings'), file)
  expect(await screen.findByText('The file is empty.')).toBeVisible()
  expect(bodies).toEqual(['ref,city\n'])
})

it('a file is discarded only after a confirmation', async () => {
  let discarded = false
  const done = { ...FILE, state: 'done', created: 1190, refused: 10 }
  show({
    [`GET ${IMPORTS}`]: answer([done]),
    [`DELETE ${IMPORTS}/file-1`]: () => {
      discarded = true
      return HttpResponse.json({ success: true })
    },
  })
  expect(await screen.findByText('1,190 created, 10 refused')).toBeVisible()
  await press('Discard flats.csv')
  expect(discarded).toBe(false)
  await press('Discard')
  await waitFor(() => expect(discarded).toBe(true))
})
