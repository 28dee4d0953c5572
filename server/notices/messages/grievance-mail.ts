import { type Mail, PRODUCT_NAME } from '#server/platform/mail/mail.ts'
import { COMPANY } from '#src/config/company.ts'
import { formatDate, formatTime } from '#src/domain/dates.ts'

interface GrievanceNews {
  number: string | null
  /** When the answer is due, ISO 8601. */
  answerDueAt: string | null
  answer: string | null
  status: string
}

/**
 * The acknowledgement of a grievance, or its answer; null once the grievance is erased. The acknowledgement repeats
 * nothing that was typed: the sender can enter somebody else's address.
 */
export function composeGrievanceMail(news: GrievanceNews): Mail | null {
  const { number, answerDueAt, answer, status } = news
  if (number === null || answerDueAt === null) return null
  if (status === 'answered') return answer === null ? null : composeAnswer(number, answer)
  const due = `${formatDate(answerDueAt)}, ${formatTime(answerDueAt)}`
  return {
    subject: `Your grievance ${number} has arrived`,
    text: [
      `A grievance was sent to ${PRODUCT_NAME} with this e-mail address. Its number is ${number}.`,
      `You get an answer at this address by ${due} (Indian time). Please name the number if you write to us about it.`,
      `Grievance officer: ${COMPANY.grievanceOfficer}. E-mail: ${COMPANY.email}. Phone: ${COMPANY.phone}.`,
      'If you did not send it, there is nothing to do.\n',
    ].join('\n\n'),
  }
}

function composeAnswer(number: string, answer: string): Mail {
  return {
    subject: `Answer to your grievance ${number}`,
    text: [
      `This is the answer of ${PRODUCT_NAME} to your grievance ${number}.`,
      answer,
      `Grievance officer: ${COMPANY.grievanceOfficer}. E-mail: ${COMPANY.email}. Phone: ${COMPANY.phone}.`,
      'If the answer does not satisfy you, you can appeal to a Grievance Appellate Committee within 30 days (www.gac.gov.in), and about personal data complain to the Data Protection Board of India.\n',
    ].join('\n\n'),
  }
}
