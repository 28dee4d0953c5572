import * as v from 'valibot'

// The envelopes and headers of the wire (section 7 of the specification, and what our server offers beyond it).

/** In each answer of /admin calls: a new value means that the caller's permissions have changed. */
export const ROLE_VERSION_HEADER = 'X-Role-Version'
/** The code of a 403 until the person types the password again; the call may then be repeated. */
export const CONFIRM_IDENTITY = 'confirm-identity'
/** The same, of every read, after a long time without a call. */
export const SESSION_IDLE = 'reauthenticate'
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'
/** A key is 16 to 64 printable characters without quotes or spaces. */
export const IDEMPOTENCY_KEY_PATTERN = /^[\w.:-]{16,64}$/

/** The envelope of every admin answer; the schema of its noun validates `data`. */
export const EnvelopeSchema = v.looseObject({ success: v.boolean() })

/** Optional list metadata: the cursor for requesting later changes. */
export const ListMetaSchema = v.looseObject({ meta: v.looseObject({ cursor: v.string() }) })

/** The beginning of a list answer that is a success; `total` is the number of rows where the server says it. */
export const ListTotalSchema = v.looseObject({
  success: v.literal(true),
  meta: v.fallback(v.looseObject({ total: v.nullable(v.number()) }), { total: null }),
})

/**
 * An error answer: `error` is a sentence for people, `code` a word for programs. `fields` has a sentence for each
 * invalid field of the body.
 */
export const ErrorAnswerSchema = v.looseObject({
  success: v.optional(v.literal(false)),
  error: v.pipe(v.string(), v.nonEmpty()),
  code: v.optional(v.string()),
  fields: v.fallback(v.optional(v.record(v.string(), v.string()), {}), {}),
})

/** The 401 of a session that a sign-in on another device ended. */
export const SessionReplacedSchema = v.looseObject({
  code: v.literal('session-replaced'),
  data: v.looseObject({ replacedAt: v.string(), device: v.string() }),
})

/** What a 412 tells: the listing as it is now, when it changed, by whom and from which device. */
export const ConflictSchema = v.looseObject({
  current: v.unknown(),
  changedAt: v.nullish(v.string(), null),
  actorId: v.nullish(v.string(), null),
  by: v.nullish(v.string(), null),
  device: v.nullish(v.string(), null),
})

/**
 * Parses each row of a list separately: an unreadable row is left out, the others stay. `onUnreadable` receives the
 * problem.
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
