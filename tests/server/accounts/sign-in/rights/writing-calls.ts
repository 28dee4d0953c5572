import { ownAccountCalls } from './own-account-calls.ts'
import { panelCalls } from './panel-calls.ts'
import { sellerCalls } from './seller-calls.ts'
import type { WritingCall } from './writing-call.ts'

/** A valid request to each route that writes for a caller. A new route without one fails held-calls.test.ts. */
export const WRITING_CALLS: Readonly<Record<string, WritingCall>> = {
  ...ownAccountCalls,
  ...panelCalls,
  ...sellerCalls,
}
