/** The words that the frame of the console, the home page and the public pages say: loaded with the first page. */

export { default as home } from '../../../domains/home/words.ts'
export { default as lock } from '../../../domains/identity/words/lock.ts'
export { default as order } from '../../../domains/orders/words/order.ts'
export { default as errors } from './errors.ts'
export { default as shell } from './shell.ts'
export { default as ui } from './ui.ts'
