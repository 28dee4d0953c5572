import { makePanCipher } from '#server/loans/pan-cipher.ts'

/** As PAN_KEY has it, for servers in processes of their own. */
export const TEST_PAN_KEY = '07'.repeat(32)

/** The cipher of the tests' own servers. */
export const testPans = makePanCipher(Buffer.from(TEST_PAN_KEY, 'hex'))
