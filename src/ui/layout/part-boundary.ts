import { type ComponentType, createContext, Fragment, type ReactNode } from 'react'

/**
 * The error boundary around a lazy part of a screen: if the part cannot be loaded, the rest of the screen remains. The
 * app provides the boundary, because only the app knows whether a reload would help.
 */
export const PartBoundaryContext = createContext<ComponentType<{ children: ReactNode }>>(Fragment)
