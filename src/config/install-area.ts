/** The app that a page installs: the operator's panel or the end users' app. */
export type InstallArea = 'staff' | 'account'

export const MANIFEST_PATHS: Readonly<Record<InstallArea, string>> = {
  staff: '/manifest.webmanifest',
  account: '/account.webmanifest',
}

// The home page and the policies offer the end users' app, because their visitors are end users.
const ACCOUNT_PAGES = /^\/(account|grievance|privacy_policy|terms_conditions)?(\/|$)/

/** public/early.js applies the same rule to the page's URL, at the first load and after each navigation. */
export function installAreaOf(pathname: string): InstallArea {
  return ACCOUNT_PAGES.test(pathname) ? 'account' : 'staff'
}
