import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, test } from 'vitest'
import { DateInput } from '#src/ui/form/dates/date-input.tsx'
import {
  formatTypedMoment,
  readTypedDay,
  readTypedMoment,
} from '#src/ui/form/dates/typed-moment.ts'
import { Field } from '#src/ui/form/field.tsx'

function Form() {
  const [day, setDay] = useState('')
  return (
    <>
      <Field label="From">{(input) => <DateInput {...input} value={day} onValue={setDay} />}</Field>
      <output>{day}</output>
      <button type="button" onClick={() => setDay('2026-11-28')}>
        Today
      </button>
    </>
  )
}

const input = () => screen.getByLabelText('From')
const value = () => screen.getByRole('status').textContent
const type = (text: string) => fireEvent.change(input(), { target: { value: text } })

test.each([
  ['05/12/2026', '2026-12-05'],
  ['5/1/26', '2026-01-05'],
  ['5.12.2026', '2026-12-05'],
  ['05-12-2026', '2026-12-05'],
  ['05122026', '2026-12-05'],
  [' 05 12 2026 ', '2026-12-05'],
  ['2026-12-05', '2026-12-05'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2026', null],
  ['12/13/2026', null],
  ['00/01/2026', null],
  ['5/1', null],
  ['tomorrow', null],
  ['', null],
])('the typed day %j is %j', (text, day) => {
  expect(readTypedDay(text)).toBe(day)
})

test.each([
  ['05/12/2026 14:30', '2026-12-05T14:30'],
  ['5-12-26, 2:30 pm', '2026-12-05T14:30'],
  ['05.12.2026 14.30', '2026-12-05T14:30'],
  ['05 12 2026 1430', '2026-12-05T14:30'],
  ['051220261430', '2026-12-05T14:30'],
  ['0512261430', '2026-12-05T14:30'],
  ['2026-12-05T14:30', '2026-12-05T14:30'],
  ['5/12/2026 9 a.m.', '2026-12-05T09:00'],
  ['5/12/2026 12 am', '2026-12-05T00:00'],
  ['5/12/2026 12:05PM', '2026-12-05T12:05'],
  ['05/12/2026 9', null],
  ['05/12/2026', null],
  ['05/12/2026 24:00', null],
  ['05/12/2026 13 pm', null],
  ['05/12/2026 10:60', null],
  ['31/02/2026 10:00', null],
  ['14:30', null],
  ['', null],
])('the typed day and time %j is %j', (text, moment) => {
  expect(readTypedMoment(text)).toBe(moment)
  if (moment) expect(readTypedMoment(formatTypedMoment(moment))).toBe(moment)
})

it('reads a day in the order of India, and shows it so after the input is left', () => {
  render(<Form />)
  type('5/12/26')
  expect(value()).toBe('2026-12-05')
  expect(input()).toHaveValue('5/12/26')
  fireEvent.blur(input())
  expect(input()).toHaveValue('05/12/2026')
})

it('keeps a text that is no day, says how to type one when the input is left, and accepts the corrected text', () => {
  render(<Form />)
  type('31/02/2026')
  expect(screen.queryByText(/^Type the day/)).toBeNull()
  fireEvent.blur(input())
  expect(input()).toHaveValue('31/02/2026')
  expect(value()).toBe('')
  expect(input()).toBeInvalid()
  expect(input()).toHaveAccessibleDescription('Type the day as dd/mm/yyyy, such as 05/12/2026.')
  type('28/02/2026')
  expect(input()).toBeValid()
  expect(value()).toBe('2026-02-28')
})

it('shows a day that was chosen elsewhere, in place of what was typed', () => {
  render(<Form />)
  type('5/12/26')
  fireEvent.click(screen.getByRole('button', { name: 'Today' }))
  expect(input()).toHaveValue('28/11/2026')
})
