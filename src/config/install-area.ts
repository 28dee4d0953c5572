/** What a page is installed as: the operator's panel or the end users' app. */
export type InstallArea = 'staff' | 'account'

export const MANIFEST_PATHS: Readonly<Record<InstallArea, string>> = {
  staff: '/manifest.webmanifest',
  account: '/account.webmanifest',
}

// Visitors of the home page and the policies are end users: nobody else is offered the panel.
const ACCOUNT_PAGES = /^\/(account|privacy_policy|terms_conditions)?(\/|$)/

/** public/early.js has the same rule for the address that a page was opened at or moved to. */
export function installAreaOf(pathname: string): InstallArea {
  return ACCOUNT_PAGES.test(pathname) ? 'account' : 'staff'
}
