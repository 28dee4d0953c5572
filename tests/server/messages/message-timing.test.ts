import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dueAt } from '#server/messages/message-due.ts'
import { startPostingServer } from '#tests/server/posting/posting-calls.ts'
import { makeDecisions, makeInbox, runMessages } from './message-runs.ts'

const SECOND_MS = 1000

let at: Awaited<ReturnType<typeof startPostingServer>>

beforeEach(async () => {
  at = await startPostingServer()
})
afterEach(() => at.server.close())

test.each([
  ['without a reason is sent after a minute', null, 60],
  ['whose reason is given after 5 s is sent after a minute', 5, 60],
  ['whose reason is given after 61 s is sent at that moment', 61, 61],
  ['whose reason is given after nine minutes is sent at that moment', 540, 540],
  ['whose reason is given after two hours is sent after ten minutes', 7200, 600],
])('a message about a decision %s', (_, reasonAfter, leavesAfter) => {
  const decided = new Date('2026-01-05T10:00:00.000Z')
  const after = (seconds: number) => new Date(decided.getTime() + seconds * SECOND_MS)
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

test('the owner gets one message for each approval or rejection, but none if it is changed within a minute or undoes a decision that was not announced yet', async () => {
  const id = await at.asha.post()
  const operator = await at.server.signIn()
  const asha = await at.server.signIn({ email: 'asha@example.in' })
  const { decide, explain } = makeDecisions(at.server, operator, id)
  const inbox = makeInbox(at.server, asha)
  const { mails } = at.server.getInbox()
  const pass = async (seconds: number) => {
    at.server.clock.advance(seconds * SECOND_MS)
    await Promise.all([runMessages(at.server), runMessages(at.server)])
  }

  await fc.assert(
    fc.asyncProperty(steps, async (wanted) => {
      await decide('pending')
      await pass(700)
      const before = { mails: mails.length, inbox: (await inbox.list()).length }
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
          await explain()
        } else if (step.does !== status) {
          await decide(step.does)
          const known: string = unsent?.from ?? status
          const isTold = step.does !== 'pending' && step.does !== known
          model.unsent = isTold ? { status: step.does, from: known, seconds: 0 } : null
          status = step.does
        }
      }
      const kinds = (await inbox.list()).map(({ kind }) =>
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
  const id = await at.asha.post()
  const token = await at.server.signIn({ email: 'asha@example.in' })
  const { decide, explain } = makeDecisions(at.server, await at.server.signIn(), id)
  const inbox = makeInbox(at.server, token)
  const pass = async (seconds: number) => {
    at.server.clock.advance(seconds * SECOND_MS)
    await runMessages(at.server)
  }
  const { mails } = at.server.getInbox()
  await decide('rejected')
  // The clock advances without a run of the job that sends messages.
  at.server.clock.advance(100 * SECOND_MS)
  await explain('The kitchen is missing.')
  await pass(0)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('The kitchen is missing.')

  await decide('approved')
  await pass(60)
  await decide('rejected')
  await pass(60)
  expect(mails).toHaveLength(3)
  const [message] = await inbox.list()
  expect(message).toMatchObject({ kind: 'rejected', reason: null })
  await inbox.ask('POST', `/${message?.id}/read`)
  await explain('The bathroom is missing too.')
  await pass(700)
  expect(mails).toHaveLength(3)
  expect((await inbox.list())[0]).toMatchObject({
    id: message?.id,
    kind: 'changes-needed',
    isRead: false,
    reason: { note: 'The bathroom is missing too.' },
  })
})

test('resubmitting or withdrawing a listing does not cancel the waiting message about a decision', async () => {
  const id = await at.asha.post()
  const { decide } = makeDecisions(at.server, await at.server.signIn(), id)
  const { mails } = at.server.getInbox()
  const pass = async (seconds: number) => {
    at.server.clock.advance(seconds * SECOND_MS)
    await runMessages(at.server)
  }
  await decide('rejected')
  await at.asha.act(id, 'submit')
  await pass(60)
  expect(mails).toHaveLength(1)
  // The listing is rejected, approved by mistake, changed by its owner, and rejected again.
  await decide('rejected')
  await pass(60)
  await decide('approved')
  await at.asha.save(id, { ...(await at.asha.see(id))?.['draft'], title: 'Another title' })
  await at.asha.act(id, 'submit')
  await decide('rejected')
  await pass(60)
  expect(mails).toHaveLength(3)
  // The owner withdraws the listing before the message is sent.
  await decide('approved')
  await at.asha.act(id, 'withdraw')
  await pass(60)
  expect(mails).toHaveLength(4)
})

test('no message is sent about a deleted listing, or about a listing that its owner did not post in this app', async () => {
  const id = await at.asha.post()
  const operator = await at.server.signIn()
  await makeDecisions(at.server, operator, id).decide('approved')
  await at.operator.ask('DELETE', `properties/${id}`)
  const { OLD_LISTING } = await import('#tests/server/posting/posting-calls.ts')
  await makeDecisions(at.server, operator, OLD_LISTING).decide('rejected')
  at.server.clock.advance(700 * SECOND_MS)
  await runMessages(at.server)
  expect(at.server.getInbox().mails).toEqual([])
})
