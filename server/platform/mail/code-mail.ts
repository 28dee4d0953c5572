import { CODE_MINUTES } from '#src/domain/retention.ts'
import { type Mail, PRODUCT_NAME } from './mail.ts'

/**
 * The mail with a one-time code. Plain text without links, so that nothing in it can be clicked.
 */
export function composeCodeMail(code: string): Mail {
  return {
    subject: `Your code: ${code}`,
    text: [
      `Your code for ${PRODUCT_NAME} is ${code}.`,
      `Enter it within ${CODE_MINUTES} minutes. It works once.`,
      'If you did not ask for it, ignore this mail.\n',
    ].join('\n\n'),
  }
}
