import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createSessionStore } from '#src/session/session-store.ts'
import { keepDraftsOf, removeDraftsOf, useDraft } from '#src/session/use-draft.ts'
import { SessionContext } from '#src/session/use-session.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { MEERA } from '#tests/support/render-with-sync.tsx'

const EMPTY = { title: '', place: '' }
const TYPED = { title: 'Open house', place: 'Baner' }

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

const newSession = (id: string) => ({ ...MEERA, account: { ...MEERA.account, id } })

function openForm(userId: string | null, owner?: 'anyone') {
  const store = createSessionStore(localStorage, window)
  if (userId) store.set(newSession(userId))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionContext value={store}>{children}</SessionContext>
  )
  const { result, unmount } = renderHook(() => useDraft('event:new', EMPTY, owner), { wrapper })
  return {
    store,
    unmount,
    fields: () => result.current[0],
    type: (...nexts: Parameters<(typeof result.current)[1]>[0][]) =>
      act(() => {
        for (const next of nexts) result.current[1](next)
      }),
    clear: () => act(() => result.current[2]()),
  }
}

describe('a draft', () => {
  test('survives a reload until it is cleared', () => {
    const before = openForm('user-1')
    before.type(TYPED)
    before.unmount()
    const after = openForm('user-1')
    expect(after.fields()).toEqual(TYPED)
    after.clear()
    expect(after.fields()).toEqual(EMPTY)
    expect(sessionStorage).toHaveLength(0)
    after.unmount()
    expect(openForm('user-1').fields()).toEqual(EMPTY)
  })

  test('is stored under its user and its name', () => {
    openForm('user-1').type(TYPED)
    expect(sessionStorage.getItem('draft:user-1:event:new')).toBe(JSON.stringify(TYPED))
    openForm(null, 'anyone').type(TYPED)
    expect(sessionStorage.getItem('draft:anyone:event:new')).toBe(JSON.stringify(TYPED))
  })

  test('keeps the changes of two fields before the next render', () => {
    const form = openForm('user-1')
    form.type(
      (before) => ({ ...before, title: 'Site visit' }),
      (before) => ({ ...before, place: 'Wakad' }),
    )
    expect(form.fields()).toEqual({ title: 'Site visit', place: 'Wakad' })
  })

  test('is hidden from another user, and still there for its own user after a 401', () => {
    const form = openForm('user-1')
    form.type(TYPED)
    act(() => form.store.clearToken())
    expect(form.fields()).toEqual(EMPTY)
    act(() => form.store.set(newSession('user-2')))
    expect(form.fields()).toEqual(EMPTY)
    form.type({ title: 'Theirs', place: '' })
    act(() => form.store.set(newSession('user-1')))
    expect(form.fields()).toEqual(TYPED)
  })

  test('stays on the screen when a sign-in in another tab empties the storage', () => {
    const form = openForm(null, 'anyone')
    form.type(TYPED)
    keepDraftsOf('user-1')
    form.type((before) => ({ ...before, place: 'Wakad' }))
    expect(form.fields()).toEqual({ ...TYPED, place: 'Wakad' })
    form.unmount()
    expect(openForm(null, 'anyone').fields()).toEqual({ ...TYPED, place: 'Wakad' })
  })

  test('does not bring cleared text back when the user types again', () => {
    const form = openForm('user-1')
    form.type(TYPED)
    form.clear()
    form.type((before) => ({ ...before, place: 'Wakad' }))
    expect(form.fields()).toEqual({ title: '', place: 'Wakad' })
  })

  test('of a visitor stays on the screen after a sign-in', () => {
    const form = openForm(null, 'anyone')
    form.type(TYPED)
    act(() => form.store.set(newSession('user-1')))
    expect(form.fields()).toEqual(TYPED)
  })

  test("is removed by a sign-out of its user; other users' drafts are kept", () => {
    openForm('user-1').type(TYPED)
    openForm('user-11').type(TYPED)
    removeDraftsOf('user-1')
    expect(openForm('user-1').fields()).toEqual(EMPTY)
    expect(openForm('user-11').fields()).toEqual(TYPED)
  })
})

describe('a faulty storage', () => {
  test('with an unreadable draft gives an empty form and logs a warning', () => {
    sessionStorage.setItem('draft:user-1:event:new', '{"title":')
    expectConsole('warn', /could not be read again/)
    expect(openForm('user-1').fields()).toEqual(EMPTY)
  })

  test.each(['null', '7', '"text"', '{"title":7,"place":null}'])(
    'with the draft %s gives an empty form',
    (stored) => {
      sessionStorage.setItem('draft:user-1:event:new', stored)
      expect(openForm('user-1').fields()).toEqual(EMPTY)
    },
  )

  test('without free space logs a warning, and keeps the text until the page closes', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem')
    const before = openForm('user-1')
    full.mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expectConsole('warn', /cannot be kept for a reload/)
    before.type(TYPED)
    expect(before.fields()).toEqual(TYPED)
    before.unmount()
    full.mockRestore()
    const after = openForm('user-1')
    expect(after.fields()).toEqual(TYPED)
    after.clear()
    expect(after.fields()).toEqual(EMPTY)
  })
})
