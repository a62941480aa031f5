import * as messages from './messages/zh-CN/index.ts'
import { type T, translator } from './translator.ts'

/** The `t` of code without a page of its own: the embedded service, jobs, files, and pages on the server. */
export const say: T = translator(messages)
