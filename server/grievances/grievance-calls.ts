import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { GrievanceAnswerSchema, NewGrievanceSchema } from '#src/domain/grievance/grievance.ts'
import { ANSWERED_DAYS, INTIMATE_HOURS } from '#src/domain/grievance/grievance-periods.ts'
import {
  GRIEVANCE_EXAMPLE,
  GrievanceAnswerWireSchema,
  GrievanceListSchema,
  ReceivedAnswerSchema,
} from './grievance-wire.ts'

export const grievanceCalls = describeCalls({
  sendGrievance: {
    group: 'Grievances',
    caller: 'anyone',
    isWrite: true,
    isKeyed: true,
    summary: 'Send a grievance to the grievance officer',
    notes: `With or without a token: with one, the sender also gets the answer in their messages. It is acknowledged by mail at once, and due within ${ANSWERED_DAYS} days; about an intimate or faked picture within ${INTIMATE_HOURS} hours. Five an hour from one contact.`,
    body: bodyOf(
      NewGrievanceSchema,
      {
        email: 'It, or the mobile number, is needed for the answer.',
        listing: 'The link or id of the listing that it is about.',
      },
      {
        name: 'Meera Iyer',
        email: 'meera.iyer@example.in',
        kind: 'listing',
        listing: '68b1f0a2c4d5e6f708192a40',
        text: 'This flat was sold a year ago. The photos show my home.',
      },
    ),
    status: 201,
    answer: answerOf('Received.', ReceivedAnswerSchema, {
      success: true,
      data: { number: 'G-4821-7730', dueAt: '2026-07-05T09:12:00.000Z', isMailed: true },
    }),
    refusals: ['too-many'],
  },
  listGrievances: {
    group: 'Grievances',
    caller: 'operator',
    isTagged: true,
    summary: 'All grievances, newest first',
    answer: answerOf('The list.', GrievanceListSchema, {
      success: true,
      data: [GRIEVANCE_EXAMPLE],
    }),
  },
  answerGrievance: {
    group: 'Grievances',
    caller: 'operator',
    isWrite: true,
    record: 'grievance',
    summary: 'Answer a grievance, which closes it',
    notes:
      'The answer is mailed to the sender, and is in their messages if they were signed in. A repeat of the same answer changes nothing.',
    body: bodyOf(GrievanceAnswerSchema, {}, { answer: 'We have removed the listing.' }),
    answer: answerOf('The grievance with its answer.', GrievanceAnswerWireSchema, {
      success: true,
      data: {
        ...GRIEVANCE_EXAMPLE,
        answer: 'We have removed the listing.',
        answeredAt: '2026-06-21T06:30:00.000Z',
        answeredBy: 'Ravi Shah',
      },
    }),
    refusals: ['answered-already'],
  },
})
