import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { dueAt } from '#server/notices/messages/message-decision-service.ts'
import { OLD_LISTING, postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { runMessages, sendAfter } from './message-runs.ts'

const { server, asha, operator } = postingForEachTest()
let id: string

beforeEach(async () => {
  id = await asha.post()
})

test.each([
  ['without a reason is due after a minute', null, 60],
  ['whose reason is given after 5 s is due after a minute', 5, 60],
  ['whose reason is given after 61 s is due at that moment', 61, 61],
  ['whose reason is given after nine minutes is due at that moment', 540, 540],
  ['whose reason is given after two hours is due after ten minutes', 7200, 600],
])('an unsent message about a decision %s', (_, reasonAfter, leavesAfter) => {
  const decided = new Date('2026-01-05T10:00:00.000Z')
  const after = (seconds: number) => new Date(decided.getTime() + seconds * 1000)
  expect(dueAt(decided, reasonAfter === null ? null : after(reasonAfter))).toEqual(
    after(leavesAfter),
  )
})

type Step = { does: 'approved' | 'rejected' | 'pending' | 'reason' } | { passes: number }

const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ does: fc.constantFrom('approved', 'rejected', 'pending') }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('reason') }) },
    { weight: 2, arbitrary: fc.record({ passes: fc.constantFrom(10, 59, 60, 700) }) },
  ),
  { maxLength: 14 },
) as fc.Arbitrary<Step[]>

/** Decisions that are undone before or after their message is sent, and one that is restored within a minute. */
const UNDONE: Step[][] = [
  [{ does: 'approved' }, { passes: 59 }, { does: 'pending' }],
  [
    { does: 'approved' },
    { passes: 60 },
    { does: 'rejected' },
    { does: 'reason' },
    { does: 'approved' },
  ],
  [{ does: 'rejected' }, { passes: 60 }, { does: 'pending' }],
  [{ does: 'approved' }, { does: 'rejected' }, { does: 'approved' }],
]

test('the owner gets one message for each approval or rejection, but none for one that is changed within a minute, or that undoes a decision without a message', async () => {
  const { mails } = server.getInbox()
  const pass = async (seconds: number) => {
    server.clock.advance(seconds * 1000)
    await Promise.all([runMessages(server), runMessages(server)])
  }

  await fc.assert(
    fc.asyncProperty(steps, async (wanted) => {
      await operator.decide(id, 'pending')
      await pass(700)
      const before = { mails: mails.length, inbox: (await asha.inbox.list()).length }
      let status = 'pending'
      // An object, because TypeScript would narrow a variable to its initial null.
      const model: { unsent: { status: string; from: string; seconds: number } | null } = {
        unsent: null,
      }
      const told: string[] = []
      for (const step of [...wanted, { passes: 60 }]) {
        const { unsent } = model
        if ('passes' in step) {
          await pass(step.passes)
          if (!unsent) continue
          unsent.seconds += step.passes
          if (unsent.seconds < 60) continue
          told.push(unsent.status)
          model.unsent = null
        } else if (step.does === 'reason') {
          await operator.explain(id)
        } else if (step.does !== status) {
          await operator.decide(id, step.does)
          const known: string = unsent?.from ?? status
          const isTold = step.does !== 'pending' && step.does !== known
          model.unsent = isTold ? { status: step.does, from: known, seconds: 0 } : null
          status = step.does
        }
      }
      const kinds = (await asha.inbox.list()).map(({ kind }) =>
        kind.replace('changes-needed', 'rejected'),
      )
      expect(kinds.slice(0, kinds.length - before.inbox).reverse()).toEqual(told)
      const sent = mails.slice(before.mails).map(({ headers }) => headers['subject'])
      expect(sent.map((subject) => (subject?.includes('live') ? 'approved' : 'rejected'))).toEqual(
        told,
      )
    }),
    { numRuns: 25, examples: UNDONE.map((example) => [example]) },
  )
})

test('a reason that is given before the mail is sent is in the mail; a later reason is only in the app', async () => {
  const { mails } = server.getInbox()
  await operator.decide(id, 'rejected')
  // The clock advances without a run of the job that sends messages.
  server.clock.advance(100_000)
  await operator.explain(id, 'The kitchen is missing.')
  await runMessages(server)
  expect(mails).toMatchObject([{ text: expect.stringContaining('The kitchen is missing.') }])

  for (const status of ['approved', 'rejected']) {
    await operator.decide(id, status)
    await sendAfter(server, 60)
  }
  expect(mails).toHaveLength(3)
  const [message] = await asha.inbox.list()
  expect(message).toMatchObject({ kind: 'rejected', reason: null })
  await asha.inbox.ask('POST', `/${message?.id}/read`)
  await operator.explain(id, 'The bathroom is missing too.')
  await sendAfter(server, 700)
  expect(mails).toHaveLength(3)
  expect((await asha.inbox.list())[0]).toMatchObject({
    id: message?.id,
    kind: 'changes-needed',
    isRead: false,
    reason: { note: 'The bathroom is missing too.' },
  })
})

test('a resubmission cancels only the waiting message about a rejection, and a withdrawal none', async () => {
  const { mails } = server.getInbox()
  await operator.decide(id, 'rejected')
  await asha.act(id, 'submit')
  await sendAfter(server, 60)
  expect(mails).toHaveLength(0)
  // The listing is rejected, approved by mistake, changed by its owner, and rejected again.
  await operator.decide(id, 'rejected')
  await sendAfter(server, 60)
  await operator.decide(id, 'approved')
  await asha.submit(id, { ...(await asha.see(id))?.['draft'], title: 'Another title' })
  await operator.decide(id, 'rejected')
  await sendAfter(server, 60)
  expect(mails).toHaveLength(2)
  // The owner withdraws the listing before the message is sent.
  await operator.decide(id, 'approved')
  await asha.act(id, 'withdraw')
  await sendAfter(server, 60)
  expect(mails).toHaveLength(3)
})

test('no message is sent about a deleted listing, or about a listing that its owner did not post in this app', async () => {
  await operator.decide(id, 'approved')
  await operator.ask('DELETE', `properties/${id}`)
  await operator.decide(OLD_LISTING, 'rejected')
  await sendAfter(server, 700)
  expect(server.getInbox().mails).toEqual([])
})
