import { MarketEventSchema } from '#src/domain/event/market-event.ts'
import { listOf, plainOrEnvelope } from './answer-schemas.ts'
import { type ConditionalRead, callIfChanged } from './http-client.ts'

const EventsAnswer = plainOrEnvelope(listOf(MarketEventSchema))

/** GET /events/user: the signed-in person's events; null when unchanged. @throws ApiError */
export function listEvents(read: ConditionalRead) {
  return callIfChanged('/events/user', EventsAnswer, read)
}
