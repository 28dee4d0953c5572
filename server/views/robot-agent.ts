const ROBOT = /(?<!\bcu)bot\b|crawler|spider|headless/i // "Cubot" is a brand of phones

/** Whether a User-Agent says that no person looks at the page. */
export function isRobot(userAgent: string | undefined): boolean {
  return ROBOT.test(userAgent ?? '')
}
