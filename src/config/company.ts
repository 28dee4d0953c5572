/** The company that runs the marketplace. Replace the texts in brackets before the marketplace opens. */
export const COMPANY = {
  productName: 'Property Marketplace',
  legalName: '[company name: to be published]',
  address: '[registered office: to be published]',
  email: '[company e-mail: to be published]',
  phone: '[company phone: to be published]',
  grievanceOfficer: '[name of the grievance officer: to be published]',
} as const
