import * as messages from './messages/zh-CN/index.ts'
import { type T, translator } from './translator.ts'

/** The Chinese `t`, for code without a request of its own: the embedded backend, jobs, exports. */
export const zhCN: T = translator(messages)
