import type { Fault } from '#mocks/fault-script.ts'

/** The faults that the panel offers, by label. */
export const NAMED_FAULTS: Readonly<Record<string, Fault>> = {
  'Offline: no answer': { kind: 'no-answer' },
  'Never answers': { kind: 'held' },
  'Answer lost, change made': { kind: 'lost-answer' },
  'Answer cut off, change made': { kind: 'truncated' },
  'Refusal: success false': { kind: 'refused', error: 'The mock backend refused this.' },
  '401 Signed out': failure(401, 'Please sign in'),
  '403 Forbidden': failure(403, 'This is for the operator'),
  '404 Not found': failure(404, 'There is nothing here'),
  '429 Retry-After 20 s': failure(429, 'Too many requests', { 'Retry-After': '20' }),
  '500 Server error': failure(500, 'Something went wrong'),
  '503 Retry-After 20 s': failure(503, 'The server is busy', { 'Retry-After': '20' }),
  'Captive portal: 200 with HTML': { kind: 'captive-portal' },
  'Captive portal: redirect': { kind: 'login-redirect' },
}

function failure(status: number, error: string, headers: Record<string, string> = {}): Fault {
  return { kind: 'status', status, body: { success: false, error }, headers }
}
