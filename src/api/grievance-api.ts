import {
  GrievanceSchema,
  type NewGrievance,
  type ReceivedGrievance,
  ReceivedGrievanceSchema,
} from '#src/domain/grievance/grievance.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'
import { envelopeOf, listOf } from './answer-schemas.ts'
import { type ConditionalRead, call, callIfChanged } from './http-client.ts'

// Grievances: sent by anybody, read and answered by the team. Each call throws ApiError.

const Received = envelopeOf(ReceivedGrievanceSchema)
const ListAnswer = envelopeOf(listOf(GrievanceSchema))
const OneAnswer = envelopeOf(GrievanceSchema)
const PATH = '/admin/grievances'

/** POST /grievances, online only. The same key for every try of one grievance: it is stored once. */
export function sendGrievance(sent: NewGrievance, key: string): Promise<ReceivedGrievance> {
  const headers = { [IDEMPOTENCY_HEADER]: key }
  return call('/grievances', Received, { method: 'POST', body: sent, headers })
}

/** GET /admin/grievances; null when unchanged. */
export function listGrievances(read: ConditionalRead) {
  return callIfChanged(PATH, ListAnswer, read)
}

/** POST /admin/grievances/{id}/answer, online only. Refused once somebody has answered it. */
export async function answerGrievance(id: string, answer: string): Promise<void> {
  const path = `${PATH}/${encodeURIComponent(id)}/answer`
  await call(path, OneAnswer, { method: 'POST', body: { answer } })
}
