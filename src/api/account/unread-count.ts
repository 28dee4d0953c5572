import * as v from 'valibot'
import { call } from '#src/api/http-client.ts'

const UnreadAnswer = v.looseObject({
  success: v.literal(true),
  meta: v.looseObject({ unread: v.number() }),
})

/** GET /account/messages: the number of unread messages. @throws ApiError */
export async function countUnread(signal?: AbortSignal): Promise<number> {
  return (await call('/account/messages?limit=1', UnreadAnswer, { signal })).meta.unread
}
