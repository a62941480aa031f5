/** The words of the screens of funders, makers of cars and companies. */
export { default as enterprises } from '../../../domains/enterprises/words.ts'
export { default as funders } from '../../../domains/funders/words.ts'
export { default as manufacturers } from '../../../domains/manufacturers/words.ts'
