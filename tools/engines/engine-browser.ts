// The interface that each browser engine implements with its own protocol. The tests use `EnginePage`, which calls it.

export type EngineName = 'firefox' | 'webkit' | 'chromium'

export interface Engine {
  name: EngineName
  /** Starts the browser with a profile folder, which remains after the process ends. */
  start(profile: string, options?: EngineOptions): Promise<EngineBrowser>
}

export interface EngineOptions {
  /** Blocks cookies and all other site data, as a person can in the browser's settings. Firefox only. */
  blocksSiteData?: boolean
}

export interface EngineBrowser {
  /** Name and version, as the browser reports them. */
  version: string
  openTab(): Promise<EngineTab>
  /** Closes the browser gracefully: it flushes its data to disk first. */
  close(): Promise<void>
  /** Kills the browser without warning, as a phone does that runs out of memory. */
  kill(): Promise<void>
}

export interface EngineTab {
  /** Starts a navigation without waiting for it. */
  navigate(url: string): Promise<void>
  /** Awaits a JavaScript expression and returns its JSON value. @throws if it throws or the page navigates */
  evaluate(expression: string): Promise<unknown>
  /** Clicks with the real mouse at a point of the viewport. */
  clickAt(point: Point): Promise<void>
  /** Sends real keystrokes to the element that has the focus. */
  typeText(text: string): Promise<void>
  pressTab(): Promise<void>
  setSize(size: Size): Promise<void>
  /** The viewport as PNG. */
  takeScreenshot(): Promise<Buffer>
  bringToFront(): Promise<void>
  close(): Promise<void>
}

export interface Point {
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}
