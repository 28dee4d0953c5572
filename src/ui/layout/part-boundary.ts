import { type ComponentType, createContext, Fragment, type ReactNode } from 'react'

/**
 * What stands around a part of a screen that is loaded later than the screen: when it cannot be had, the rest stays. The
 * app gives it, as only the app knows whether a reload would help.
 */
export const PartBoundaryContext = createContext<ComponentType<{ children: ReactNode }>>(Fragment)
