import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createEpochWatch } from '#src/query-cache/epoch-watch.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { useSavedRead } from '#src/query-cache/use-saved-read.ts'
import { renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

const OLD = 'aaaaaaaaaaaa'
const NEW = 'bbbbbbbbbbbb'
const tag = (epoch: string, revision: number) => `W/"${epoch}-2-${revision}"`
const [OLD_4, OLD_5, OLD_9] = [tag(OLD, 4), tag(OLD, 5), tag(OLD, 9)]
const NEW_3 = tag(NEW, 3)

const read = (before: string | null, answered: string | null, isRestored: boolean) => ({
  before,
  answered,
  isRestored,
})

test.each([
  ['when the epoch in an ETag differs', [read(null, OLD_5, false), read(OLD_5, NEW_3, true)]],
  ['only once for all reads', [read(OLD_5, NEW_3, true), read(OLD_4, NEW_3, false)]],
  [
    'when the revision in an ETag is lower than that of the shown value',
    [read(OLD_5, OLD_4, true)],
  ],
  ['not when the revision is higher', [read(OLD_5, OLD_9, false), read(OLD_4, OLD_9, false)]],
  ['not if the ETags have no epoch', [read('"r7"', '"r3"', false), read('"r7"', null, false)]],
  ['not without ETags', [read(null, null, false)]],
])('the restore of a backup on the server is detected %s', (_when, reads) => {
  const epochs = createEpochWatch()
  for (const { before, answered, isRestored } of reads)
    expect(epochs.isOtherPast(before, answered)).toBe(isRestored)
})

type Source = Parameters<typeof useSavedRead<string, never>>[0]

function Reads({ sources }: { sources: readonly [Source, Source] }) {
  const [listings, members] = [useSavedRead(sources[0]), useSavedRead(sources[1])]
  return <p>{`${listings.value} ${members.value}`}</p>
}

/** A server that sends its current ETag with every answer, and two reads that a page shows. */
function restorableServer() {
  let current = OLD_5
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
    current = NEW_3
  }
  return { asked, restoreBackup, sources }
}

test('after the restore of a backup (an answer with another epoch), visible reads are fetched again and all others are invalidated', async () => {
  const { asked, restoreBackup, sources } = restorableServer()
  const { runtime } = renderWithSync(<Reads sources={sources} />)
  await screen.findByText('listings members')
  const { queryClient } = runtime
  const listings = { queryKey: savedReadKey('operator-1', 'listings'), exact: true }
  queryClient.setQueryData(savedReadKey('operator-1', 'loans'), { value: [], etag: OLD_5 })
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
