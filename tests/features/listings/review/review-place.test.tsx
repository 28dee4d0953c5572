import { act, renderHook } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { useReviewPlace } from '#src/features/listings/review/use-review-place.ts'

/** A review whose URL changes as the router changes it. `steps`: in which order it shows listings and changes the URL. */
function renderPlace() {
  const steps: string[] = []
  const { result } = renderHook(() => {
    const [urlId, setUrlId] = useState('villa')
    const [id, goTo] = useReviewPlace(urlId, (to) => {
      steps.push(`URL ${to}`)
      setUrlId(to)
    })
    useLayoutEffect(() => {
      steps.push(`shown ${id}`)
    }, [id])
    return { goTo, navigate: setUrlId }
  })
  return { steps, result }
}

test('a listing is shown before the URL says so', () => {
  const { steps, result } = renderPlace()
  act(() => result.current.goTo('flat'))
  act(() => result.current.goTo('shop'))
  expect(steps).toEqual(['shown villa', 'shown flat', 'URL flat', 'shown shop', 'URL shop'])
})

test('a decision that could not be stored goes back to its listing from where the review has come to', () => {
  const { steps, result } = renderPlace()
  const { goTo } = result.current
  act(() => goTo('flat'))
  act(() => goTo('villa'))
  expect(steps.slice(-2)).toEqual(['shown villa', 'URL villa'])
})

test('a decision that could not be stored goes back although the URL is still on its way', () => {
  const asked: string[] = []
  const { result, rerender } = renderHook(
    ({ urlId }) => useReviewPlace(urlId, (to) => void asked.push(to)),
    { initialProps: { urlId: 'villa' } },
  )
  act(() => result.current[1]('flat'))
  act(() => result.current[1]('villa'))
  expect(result.current[0]).toBe('villa')
  expect(asked).toEqual(['flat', 'villa'])
  rerender({ urlId: 'villa' })
  rerender({ urlId: 'shop' })
  expect(result.current[0]).toBe('shop')
})

test('the review follows a URL that the person has changed', () => {
  const { steps, result } = renderPlace()
  act(() => result.current.goTo('flat'))
  act(() => result.current.navigate('shop'))
  expect(steps.at(-1)).toBe('shown shop')
})
