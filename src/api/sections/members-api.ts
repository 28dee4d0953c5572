import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { type ConditionalRead, callIfChanged } from '#src/api/http-client.ts'
import { onApiHost } from '#src/config/settings.ts'
import { MemberSchema } from '#src/domain/member.ts'

const MembersAnswer = envelopeOf(listOf(v.pipe(MemberSchema, v.transform(withPicture))))

/** GET /admin/users; null when unchanged. */
export function listMembers(read: ConditionalRead) {
  return callIfChanged('/admin/users', MembersAnswer, read)
}

/** The person with the URL of their picture that this page can load. */
export function withPicture<Person extends { pictureUrl: string | null }>(person: Person): Person {
  return { ...person, pictureUrl: onApiHost(person.pictureUrl) }
}
