import { ACCOUNT_SCREENS, PUBLIC_SCREENS } from './account-screens.ts'
import { LIST_SCREENS } from './list-screens.ts'
import { PANEL_SCREENS } from './panel-screens.ts'
import { LAST_SCREENS, TEAM_SCREENS } from './team-screens.ts'
import { TOGETHER_SCREENS } from './together-screens.ts'
import { TROUBLE_SCREENS } from './trouble-screens.ts'

export const FIRST_SCREENS = [...PUBLIC_SCREENS, ...PANEL_SCREENS, ...LIST_SCREENS]

/** The trouble screens come late, because their decisions change the data of all other screens. */
export const LATER_SCREENS = [
  ...ACCOUNT_SCREENS,
  ...TEAM_SCREENS,
  ...TROUBLE_SCREENS,
  ...TOGETHER_SCREENS,
  ...LAST_SCREENS,
]
