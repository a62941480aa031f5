/** A courier brings papers everywhere, or within one city. */
export const reaches = ['national', 'city'] as const
export const courierStates = ['active', 'stopped'] as const

/** `SF`, `JDL`: what archives and labels call it. */
export const courierCode = /^[A-Z][A-Z0-9]{1,9}$/
