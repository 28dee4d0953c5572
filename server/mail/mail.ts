export const PRODUCT_NAME = 'Property Marketplace'

export interface Mail {
  subject: string
  /** Plain text. */
  text: string
}
