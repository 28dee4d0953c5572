/** Day from which both policy pages hold, day first (specification, section 9); consent is given to this text. */
export const POLICY_DATE = '17-06-2025'
/** Specification, section 9: the Terms' "Eligibility" and the Privacy Policy's "Children's Privacy". */
export const MINIMUM_AGE = 18
