import * as v from 'valibot'

// The answers of the end users' calls (specification, sections 3, 4 and 7). They are bare: no
// envelope around a user or an event.

export const SignInWire = v.looseObject({
  user: v.looseObject({ email: v.string(), role: v.string() }),
  token: v.pipe(v.string(), v.nonEmpty()),
})
export const VerifyWire = v.looseObject({
  ...SignInWire.entries,
  message: v.pipe(v.string(), v.nonEmpty()),
})
export const EventWire = v.looseObject({ _id: v.pipe(v.string(), v.nonEmpty()) })
export const EventsWire = v.array(EventWire)
