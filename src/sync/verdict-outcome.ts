import type { Change } from '#src/domain/change.ts'
import type { Verdict } from './answer-rules.ts'
import type { ChangeOutcome } from './change-outcomes.ts'

/** What people are told of a verdict; of a yes, with the version that it made. */
export function outcomeOf(change: Change, verdict: Verdict): Omit<ChangeOutcome, 'isReachable'> {
  switch (verdict.kind) {
    case 'done':
      return {
        change: { ...change, ackedVersion: verdict.version },
        result: verdict.isTwice ? 'done-twice' : verdict.already ? 'already-done' : 'done',
        willRetry: false,
        message: '',
      }
    case 'conflict':
      return { change, result: 'conflict', willRetry: false, message: verdict.message }
    case 'parked':
      return {
        change,
        result: verdict.declined ? 'declined' : 'error-answer',
        willRetry: false,
        message: verdict.message,
      }
    case 'signed-out':
      return { change, result: 'signed-out', willRetry: true, message: '' }
    case 'retry':
      return {
        change,
        result: verdict.answered ? 'error-answer' : 'no-answer',
        willRetry: true,
        message: verdict.message,
      }
  }
}
