import * as v from 'valibot'
import { ErrorAnswerSchema } from '#src/domain/wire.ts'

/** The error in the body of a refused upload; null for a body that is not our server's. */
export function readRefusal(body: string | null): v.InferOutput<typeof ErrorAnswerSchema> | null {
  try {
    const read = v.safeParse(ErrorAnswerSchema, JSON.parse(body ?? ''))
    return read.success ? read.output : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
