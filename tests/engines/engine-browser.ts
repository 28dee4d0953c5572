// What a story needs of a browser engine. Each engine implements this with its own protocol; the stories use `EnginePage`.

export type EngineName = 'firefox' | 'webkit' | 'chromium'

export interface Engine {
  name: EngineName
  /** Starts the browser on a profile folder, which outlives the process. */
  start(profile: string, options?: EngineOptions): Promise<EngineBrowser>
}

export interface EngineOptions {
  /** Blocks cookies and every other site data, as a person can in the browser's settings. Firefox only. */
  blocksSiteData?: boolean
}

export interface EngineBrowser {
  /** Name and version, as the browser reports them. */
  version: string
  openTab(): Promise<EngineTab>
  /** Ends the browser in good order: it writes what it holds in memory first. */
  close(): Promise<void>
  /** Ends every process of the browser at once, as a phone that needs the memory does. */
  kill(): Promise<void>
}

export interface EngineTab {
  /** Starts a navigation and does not wait for it. */
  navigate(url: string): Promise<void>
  /** The value of a JavaScript expression, awaited, as JSON. @throws when the expression does or the page is left */
  evaluate(expression: string): Promise<unknown>
  /** A real click of the mouse, at a point of the viewport. */
  clickAt(point: Point): Promise<void>
  /** Real keystrokes into the element that has the focus. */
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
