/**
 * Everything that personal data are shown in clear for: who asks for a case says it once; `single` is one value by its
 * own eye.
 */
export const casePurposes = ['review', 'contact', 'signing', 'complaint'] as const
export type CasePurpose = (typeof casePurposes)[number]

export const revealPurposes = ['single', ...casePurposes] as const
export type RevealPurpose = (typeof revealPurposes)[number]

/** The field that holds the mobile number of a person of an order. */
export const numberField = ({
  object,
  id,
}: {
  object: 'customer' | 'linkedPerson' | 'employer'
  id: number
}): string =>
  ({
    customer: 'applicant.mobile',
    employer: 'entry.employment.employerTel',
    linkedPerson: `linkedPerson.${id}.mobile`,
  })[object]
