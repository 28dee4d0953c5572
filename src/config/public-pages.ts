import { COMPANY } from './company.ts'
import { paths } from './paths.ts'

// Metadata of the pages that need no session: for tabs, search results and link previews.

export const PUBLIC_PATHS = [
  paths.home,
  paths.login,
  paths.register,
  paths.signIn,
  paths.verify,
  paths.join,
  paths.reset,
  paths.forgot,
  paths.privacyPolicy,
  paths.termsConditions,
  paths.grievance,
] as const
export type PublicPath = (typeof PUBLIC_PATHS)[number]

export const PAGE_TITLES: Readonly<Record<PublicPath, string>> = {
  [paths.home]: COMPANY.productName,
  [paths.login]: 'Admin',
  [paths.register]: 'Create an account',
  [paths.signIn]: 'Sign in',
  [paths.verify]: 'Enter the code',
  [paths.join]: 'Join the team',
  [paths.reset]: 'New password',
  [paths.forgot]: 'Forgot your password?',
  [paths.privacyPolicy]: 'Privacy Policy',
  [paths.termsConditions]: 'Terms and Conditions',
  [paths.grievance]: 'Grievances',
}

export interface PagePreview {
  description: string
  /** Whether search engines may index the page. */
  isIndexed: boolean
}

/** Used only by the build, which writes these texts into the pages. The app does not load them. */
export const PAGE_PREVIEWS: Readonly<Record<PublicPath, PagePreview>> = {
  [paths.home]: {
    description:
      'Post your property: sell or rent out homes, offices, shops and PG rooms across India.',
    isIndexed: true,
  },
  [paths.login]: { description: 'Manage listings, transactions, and more', isIndexed: false },
  [paths.register]: {
    description: `Create an account with ${COMPANY.productName} to post your property and plan open houses, site visits and auction days.`,
    isIndexed: true,
  },
  [paths.signIn]: {
    description: `Sign in to ${COMPANY.productName} to see and change your listings and events.`,
    isIndexed: true,
  },
  [paths.verify]: {
    description: 'Confirm your e-mail address with the code that was sent to it.',
    isIndexed: false,
  },
  [paths.join]: {
    description: 'Choose your name and password to join the team.',
    isIndexed: false,
  },
  [paths.reset]: {
    description: 'Choose a new password for your account.',
    isIndexed: false,
  },
  [paths.forgot]: {
    description: 'Get a link to choose a new password.',
    isIndexed: false,
  },
  [paths.privacyPolicy]: {
    description: `What ${COMPANY.productName} stores about you, why, for how long, and how to have it deleted.`,
    isIndexed: true,
  },
  [paths.termsConditions]: {
    description: `The rules for listing, buying and renting property with ${COMPANY.productName}.`,
    isIndexed: true,
  },
  [paths.grievance]: {
    description: `Send a complaint about a listing, a person or your personal data to the grievance officer of ${COMPANY.productName}.`,
    isIndexed: true,
  },
}
