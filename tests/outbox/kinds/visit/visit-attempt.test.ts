import { describe, expect, test } from 'vitest'
import type { QueuedVisit } from '#src/domain/change.ts'
import { type Attempt, DONE } from '#src/outbox/kinds/answer-verdict.ts'
import type { Answer, ArrivedFiles } from '#src/outbox/kinds/posting/posting-attempt.ts'
import { attemptVisit } from '#src/outbox/kinds/visit/photos/visit-attempt.ts'
import { sampleVisit } from '#tests/support/outbox/sample-change.ts'

const NAME = 'visit:flat:aaa'
const FILES = ['file-1', 'file-2']
const CHANGE: QueuedVisit = sampleVisit({ files: FILES })
const arrived = (...ids: string[]): Answer<ArrivedFiles> => ({
  kind: 'done',
  value: ids.map((fileId) => ({ fileId, mediaId: `photo of ${fileId}` })),
})
const parked = (code: string): Attempt => ({
  verdict: { kind: 'parked', declined: false, message: 'No.', code, fields: {} },
  status: 409,
})
const SENT: Attempt = { verdict: DONE, status: 200 }

interface Stage {
  answer: Answer<ArrivedFiles>
  problems?: readonly (string | null)[]
  sent?: Attempt
  claim?: AbortSignal
}

/** Attempts the visit. Returns the result, the visits that were sent, and the files that were to be tried again. */
async function attempt({ answer, problems = [null, null], sent = SENT, claim }: Stage) {
  const visits: QueuedVisit[] = []
  const retried: string[] = []
  const stopped: string[] = []
  const uploads = problems.map((problem, index) => ({
    id: FILES[index],
    name: `${FILES[index]}.jpg`,
    problem,
    step: problem === null ? 'waiting' : 'refused',
    media: null,
  }))
  const parts = {
    name: NAME,
    files: {
      sendAllFiles: async () => answer,
      stopFiles: (name: string) => void stopped.push(name),
    },
    queue: {
      load: async () => undefined,
      find: () => ({ uploads }) as never, // the attempt reads only these fields
      retry: async (id: string) => void retried.push(id),
    },
    send: async (visit: QueuedVisit) => {
      visits.push(visit)
      return sent
    },
  }
  const result = await attemptVisit(parts, CHANGE, claim ?? new AbortController().signal)
  expect(stopped).toEqual([NAME])
  return { result, visits, retried }
}

describe('a visit with photos', () => {
  test('is sent once all photos have arrived, and names them in the order in which they were chosen', async () => {
    const { result, visits } = await attempt({ answer: arrived('file-2', 'file-1') })
    expect(result).toBe(SENT)
    expect(visits.map(({ action }) => action)).toEqual([
      {
        kind: 'visit',
        visit: { ...CHANGE.action.visit, photos: ['photo of file-1', 'photo of file-2'] },
      },
    ])
    expect(visits[0]?.key).toBe(CHANGE.key)
  })

  test('waits while its photos do, with what they wait for', async () => {
    const message = 'The photos and videos wait for Wi-Fi.'
    const answer = { kind: 'no-answer', message, retryAfterMs: 4_000 } as const
    const { result, visits } = await attempt({ answer })
    expect(result.verdict).toMatchObject({ kind: 'retry', message, retryAfterMs: 4_000 })
    expect(visits).toEqual([])
  })

  test('with a photo that is refused needs a person, who reads which and why', async () => {
    const problem = { sentence: 'A file was not accepted.', fields: {} }
    const answer = { kind: 'refused', problem, status: null, code: null } as const
    const { result, visits, retried } = await attempt({
      answer,
      problems: [null, 'This is a PDF.'],
    })
    expect(result.verdict).toMatchObject({
      kind: 'parked',
      code: 'photo-refused',
      message: 'file-2.jpg: This is a PDF.',
    })
    expect(visits).toEqual([])
    expect(retried).toEqual(['file-2']) // a person had asked to send it again
  })

  test('of which this device has lost a photo is not sent with fewer, but needs a person', async () => {
    const { result, visits } = await attempt({ answer: arrived('file-1') })
    expect(result.verdict).toMatchObject({
      kind: 'parked',
      code: 'photo-lost',
      message: '1 of its 2 photos cannot be found on this device any more.',
    })
    expect(visits).toEqual([])
  })

  test('whose photos the server has deleted meanwhile sends them anew at the next try', async () => {
    const { result, retried } = await attempt({
      answer: arrived(...FILES),
      sent: parked('visit-photo-gone'),
    })
    expect(result.verdict).toMatchObject({ kind: 'retry', holds: 'itself' })
    expect(retried).toEqual(FILES)
  })

  test('that the server refuses for another reason keeps its reason', async () => {
    const sent = parked('too-many-visits')
    expect((await attempt({ answer: arrived(...FILES), sent })).result).toBe(sent)
  })

  test('that another page has taken over is not sent', async () => {
    const { visits, result } = await attempt({
      answer: arrived(...FILES),
      claim: AbortSignal.abort(),
    })
    expect(visits).toEqual([])
    expect(result.verdict.kind).toBe('retry')
  })
})
