export const PRODUCT_NAME = 'Property Marketplace'

export interface Mail {
  subject: string
  /** Plain text. */
  text: string
  /** RFC 5322, section 3.6.4: lets mail programs show a repeated mail only once. */
  messageId?: string
}
