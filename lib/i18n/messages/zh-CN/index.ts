// Each namespace stands in the part with which browsers load it.
export * from './part-administration.ts'
export * from './part-dialogs.ts'
export * from './part-forms.ts'
export * from './part-frame.ts'
export * from './part-intake.ts'
export * from './part-lists.ts'
export * from './part-records.ts'
export * from './part-server.ts'
