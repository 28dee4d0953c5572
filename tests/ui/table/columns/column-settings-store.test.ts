import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setPin, setWidth, toggleColumn } from '#src/ui/table/columns/arrange-columns.ts'
import {
  changeColumnSettings,
  mendColumnSettings,
  NO_COLUMN_SETTINGS,
  parseColumnSettings,
  readColumnSettings,
  subscribeToColumnSettings,
} from '#src/ui/table/columns/column-settings-store.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'

const IDS = ['id', 'title', 'price']
const COLUMNS = IDS.map((id) => ({ id, header: id, cell: () => id }))
const KEY = 'u1:properties'
const STORED = `columns:${KEY}`

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

const stored = () => JSON.parse(localStorage.getItem(STORED) ?? 'null') as unknown

describe('stored column settings', () => {
  it.each([
    ['a missing value', null, NO_COLUMN_SETTINGS],
    ['a value that is not an object', '7', NO_COLUMN_SETTINGS],
    ['parts of a wrong type', '{"hidden":"id","pins":3,"widths":[5]}', NO_COLUMN_SETTINGS],
    [
      'columns that no longer exist',
      '{"hidden":["gone","price"],"pins":{"gone":true},"widths":{"gone":80}}',
      { hidden: ['price'], pins: {}, widths: {} },
    ],
    [
      'entries of a wrong type',
      '{"hidden":[1,"id"],"pins":{"id":"yes","title":false},"widths":{"id":"80","title":-1,"price":1e999}}',
      { hidden: ['id'], pins: { title: false }, widths: {} },
    ],
  ])('are read without an error despite %s', (_words, text, settings) => {
    expect(parseColumnSettings(text, IDS)).toEqual(settings)
  })

  it('that are not JSON are removed with a warning', () => {
    expectConsole('warn', /unreadable/)
    localStorage.setItem(STORED, '{"hidden":')
    mendColumnSettings(KEY, IDS)
    expect(localStorage.getItem(STORED)).toBeNull()
  })

  it('are rewritten without their invalid parts; valid settings are left unchanged', () => {
    localStorage.setItem(STORED, '{"hidden":["gone","price"],"widths":{"id":90}}')
    mendColumnSettings(KEY, IDS)
    expect(stored()).toEqual({ hidden: ['price'], pins: {}, widths: { id: 90 } })
    const write = vi.spyOn(Storage.prototype, 'setItem')
    mendColumnSettings(KEY, IDS)
    expect(write).not.toHaveBeenCalled()
  })

  it('keep the choices of both tabs if two tabs store choices one after the other', () => {
    changeColumnSettings(KEY, IDS, (now) => toggleColumn(now, COLUMNS, 'price'))
    // Another tab stores a width. This tab has not been notified yet.
    localStorage.setItem(STORED, '{"hidden":["price"],"pins":{},"widths":{"title":240}}')
    changeColumnSettings(KEY, IDS, (now) => setPin(now, 'id', false))
    expect(stored()).toEqual({ hidden: ['price'], pins: { id: false }, widths: { title: 240 } })
  })

  it('are separate for each user and table, and removed by a reset', () => {
    changeColumnSettings(KEY, IDS, (now) => setWidth(now, 'title', 240))
    expect(readColumnSettings('u2:properties')).toBeNull()
    expect(readColumnSettings('u1:users')).toBeNull()
    changeColumnSettings(KEY, IDS, () => NO_COLUMN_SETTINGS)
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('last until the page closes if storing them fails, and are stored once storing works again', () => {
    expectConsole('warn', /cannot be kept/)
    const listener = vi.fn()
    const stop = subscribeToColumnSettings(listener)
    const write = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    changeColumnSettings(KEY, IDS, (now) => setWidth(now, 'title', 240))
    expect(listener).toHaveBeenCalledTimes(1)
    expect(parseColumnSettings(readColumnSettings(KEY), IDS).widths).toEqual({ title: 240 })
    expect(localStorage.getItem(STORED)).toBeNull()
    write.mockRestore()
    changeColumnSettings(KEY, IDS, (now) => setWidth(now, 'id', 90))
    expect(stored()).toEqual({ hidden: [], pins: {}, widths: { id: 90, title: 240 } })
    stop()
  })
})

it('the last visible column cannot be hidden', () => {
  const settings = { ...NO_COLUMN_SETTINGS, hidden: ['id', 'title'] }
  expect(toggleColumn(settings, COLUMNS, 'price')).toBe(settings)
  expect(toggleColumn(settings, COLUMNS, 'id').hidden).toEqual(['title'])
})
