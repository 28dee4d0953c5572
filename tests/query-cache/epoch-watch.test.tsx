import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createEpochWatch } from '#src/query-cache/epoch-watch.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { useSavedRead } from '#src/query-cache/use-saved-read.ts'
import { renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

const OLD = 'aaaaaaaaaaaa'
const NEW = 'bbbbbbbbbbbb'
const tag = (epoch: string, revision: number) => `W/"${epoch}-2-${revision}"`

describe('the restore of a backup on the server is detected', () => {
  test.for<[string, [before: string | null, answered: string | null][], boolean[]]>([
    ["when the epoch in an answer's ETag differs", [[null, tag(OLD, 5)], [tag(OLD, 5), tag(NEW, 3)]], [false, true]], // biome-ignore format: a table
    ['only once for all reads', [[tag(OLD, 5), tag(NEW, 3)], [tag(OLD, 4), tag(NEW, 3)]], [true, false]], // biome-ignore format: a table
    [
      "when the revision in an answer's ETag is lower than that of the shown value",
      [[tag(OLD, 5), tag(OLD, 4)]],
      [true],
    ],
    ["not when the revision in an answer's ETag is higher", [[tag(OLD, 5), tag(OLD, 9)], [tag(OLD, 4), tag(OLD, 9)]], [false, false]], // biome-ignore format: a table
    ['not on a backend whose ETags have no epoch', [['"r7"', '"r3"'], [null, null], ['"r7"', null]], [false, false, false]], // biome-ignore format: a table
  ])('%s', ([, reads, expected]) => {
    const epochs = createEpochWatch()
    expect(reads.map(([before, answered]) => epochs.isOtherPast(before, answered))).toEqual(
      expected,
    )
  })
})

type Source = Parameters<typeof useSavedRead<string, never>>[0]

function Reads({ sources }: { sources: readonly [Source, Source] }) {
  const [listings, members] = [useSavedRead(sources[0]), useSavedRead(sources[1])]
  return <p>{`${listings.value} ${members.value}`}</p>
}

/** A server that sends its current ETag with every answer, and two reads that a page shows. */
function restorableServer() {
  let current = tag(OLD, 5)
  const asked: string[] = []
  const sourceOf = (name: string) => ({
    name,
    read: async () => {
      asked.push(name)
      return { data: name, etag: current, cursor: null }
    },
  })
  const sources = [sourceOf('listings'), sourceOf('members')] as const
  const restoreBackup = () => {
    current = tag(NEW, 3)
  }
  return { asked, restoreBackup, sources }
}

test('after the restore of a backup (an answer with another epoch), visible reads are fetched again and all others are invalidated', async () => {
  const { asked, restoreBackup, sources } = restorableServer()
  const { runtime } = renderWithSync(<Reads sources={sources} />)
  await screen.findByText('listings members')
  const { queryClient } = runtime
  const listings = { queryKey: savedReadKey('operator-1', 'listings'), exact: true }
  queryClient.setQueryData(savedReadKey('operator-1', 'loans'), { value: [], etag: tag(OLD, 5) })
  asked.splice(0)
  await act(() => queryClient.refetchQueries(listings))
  expect(asked).toEqual(['listings'])

  restoreBackup()
  asked.splice(0)
  await act(() => queryClient.refetchQueries(listings))
  await waitFor(() => expect(asked).toEqual(['listings', 'members']))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(asked).toHaveLength(2)
  const loans = queryClient.getQueryState(savedReadKey('operator-1', 'loans'))
  expect(loans?.isInvalidated).toBe(true)
})
