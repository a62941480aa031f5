// Each namespace stands in the part with which browsers load it.
export * from './part-administration.ts'
export * from './part-business.ts'
export * from './part-frame.ts'
