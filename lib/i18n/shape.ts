/** The same tree of keys with free text: what a translation has to satisfy to be complete. */
export type Shape<T> = { [K in keyof T]: T[K] extends string ? string : Shape<T[K]> }
