import * as v from 'valibot'
import { WireTime } from '#server/platform/http/calls/wire-values.ts'
import type { ExpectedBy } from './wait-estimate.ts'

export const ExpectedByWire = v.pipe(
  v.nullable(v.strictObject({ half: WireTime, fourFifths: WireTime })),
  v.description(
    'With a place only: by when half and four of five such submissions are decided, from the decisions of the last 30 days; null if fewer than 20 were measured.',
  ),
)

export const EXPECTED_BY_EXAMPLE: ExpectedBy = {
  half: '2026-06-20T10:10:00.000Z',
  fourFifths: '2026-06-22T06:30:00.000Z',
}
