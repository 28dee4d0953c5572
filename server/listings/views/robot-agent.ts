const ROBOT = /(?<!\bcu)bot\b|crawler|spider|headless/i // "Cubot" is a brand of phones

/** Whether a User-Agent identifies a robot, such as a crawler or a headless browser. */
export function isRobot(userAgent: string | undefined): boolean {
  return ROBOT.test(userAgent ?? '')
}
