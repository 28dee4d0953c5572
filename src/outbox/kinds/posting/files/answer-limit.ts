/** The longest wait for the answer to a call that is safe to repeat, in milliseconds. */
export const TRY_MS = 30_000
/** For the call that makes a photo or video of an upload: the server works longer, and refuses repeats until it has ended. */
export const FINISH_MS = 60_000

/**
 * The answer to a call, or 'no-answer' after `mostMs`. Some networks swallow an answer without ending the connection: the change
 * would be sent, and its claim kept, for as long as the page is open.
 */
export async function answerWithin<Answer>(
  mostMs: number,
  answer: Promise<Answer>,
): Promise<Answer | { kind: 'no-answer' }> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<{ kind: 'no-answer' }>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'no-answer' }), mostMs)
  })
  try {
    return await Promise.race([end, answer])
  } finally {
    clearTimeout(timer)
  }
}
