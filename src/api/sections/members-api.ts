import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { type ConditionalRead, callIfChanged } from '#src/api/http-client.ts'
import { MemberSchema } from '#src/domain/member.ts'
import { withPicture } from './media-urls.ts'

const MembersAnswer = envelopeOf(listOf(v.pipe(MemberSchema, v.transform(withPicture))))

/** GET /admin/users; null when unchanged. */
export function listMembers(read: ConditionalRead) {
  return callIfChanged('/admin/users', MembersAnswer, read)
}
