/** The effective date of both policy pages, day first (specification, section 9). Users consent to this version. */
export const POLICY_DATE = '17-06-2025'
/** Specification, section 9: the Terms' "Eligibility" and the Privacy Policy's "Children's Privacy". */
export const MINIMUM_AGE = 18
