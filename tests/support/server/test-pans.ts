import { makePanCipher } from '#server/loans/pan-cipher.ts'

/** Value of PAN_KEY for servers that run in their own processes. */
export const TEST_PAN_KEY = '07'.repeat(32)

/** The cipher of servers within the test process. */
export const testPans = makePanCipher(Buffer.from(TEST_PAN_KEY, 'hex'))
