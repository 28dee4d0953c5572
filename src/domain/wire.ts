import * as v from 'valibot'
import { PartOfSchema } from './listing/device-share.ts'

// The envelopes, headers and error codes of the API (section 7 of the specification, and our server's extensions).

/** A header in each answer to an /admin call. A new value means that the caller's permissions have changed. */
export const ROLE_VERSION_HEADER = 'X-Role-Version'
/** The code of a 403: the call may be repeated after the person has confirmed their identity. */
export const CONFIRM_IDENTITY = 'confirm-identity'
/** The code of a 403 in an idle session: until the person confirms their identity, only decisions on listings work. */
export const SESSION_IDLE = 'reauthenticate'
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'
/** A key has 16 to 64 characters: letters, digits and _ . : - */
export const IDEMPOTENCY_KEY_PATTERN = /^[\w.:-]{16,64}$/

/** The form of our server's error codes. Other text may come from an intermediary, and may contain personal data. */
export const ERROR_CODE = /^[a-z]+(-[a-z]+){0,4}$/

/** The envelope of every admin answer. Another schema validates its `data`. */
export const EnvelopeSchema = v.looseObject({ success: v.boolean() })

/**
 * Optional metadata of a list: the cursor with which the client requests later changes, and the whole of which the list is
 * a part.
 */
export const ListMetaSchema = v.looseObject({
  meta: v.looseObject({ cursor: v.string(), partOf: v.optional(PartOfSchema) }),
})

/** A successful list answer, except its rows. `total` is the number of rows; null if the server does not send it. */
export const ListTotalSchema = v.looseObject({
  success: v.literal(true),
  meta: v.fallback(v.looseObject({ total: v.nullable(v.number()) }), { total: null }),
})

/**
 * An error answer: `error` is a message for people, `code` is for programs, and `fields` has a message for each invalid
 * field of the body.
 */
export const ErrorAnswerSchema = v.looseObject({
  success: v.optional(v.literal(false)),
  error: v.pipe(v.string(), v.nonEmpty()),
  code: v.optional(v.string()),
  fields: v.fallback(v.optional(v.record(v.string(), v.string()), {}), {}),
})

/** The body of a 401 if a sign-in on another device ended the session. */
export const SessionReplacedSchema = v.looseObject({
  code: v.literal('session-replaced'),
  data: v.looseObject({ replacedAt: v.string(), device: v.string() }),
})

/** The data of a 412: the current listing, when it changed, who changed it, and from which device. */
export const ConflictSchema = v.looseObject({
  current: v.unknown(),
  changedAt: v.nullish(v.string(), null),
  actorId: v.nullish(v.string(), null),
  by: v.nullish(v.string(), null),
  device: v.nullish(v.string(), null),
})

/**
 * Parses each row of a list separately, so that an unreadable row is skipped and the others stay. `onUnreadable`
 * receives the error message.
 */
export function rowsOf<Output>(
  row: v.GenericSchema<unknown, Output>,
  onUnreadable: (problem: string) => void = () => undefined,
) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((rows): Output[] =>
      rows.flatMap((wire) => {
        const read = v.safeParse(row, wire)
        if (read.success) return [read.output]
        onUnreadable(read.issues[0].message)
        return []
      }),
    ),
  )
}

/**
 * A list with at most `most` items. Its length is checked before its items, because an error for each of the 50,000
 * items that a body can hold takes half a second.
 */
export function boundedList<Item extends v.GenericSchema>(
  item: Item,
  most: number,
  { notAList, tooMany }: { notAList: string; tooMany: string },
) {
  return v.pipe(v.array(v.unknown(), notAList), v.maxLength(most, tooMany), v.array(item, notAList))
}
