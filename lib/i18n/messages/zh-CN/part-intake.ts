/** The words that the intake form and the pages that show an intake say. */

export { default as materials } from '../../../domains/materials/words/materials.ts'
export { default as fields } from '../../../domains/orders/words/fields.ts'
export { default as relations } from '../../../domains/relations/words.ts'
export { default as reviewReasons } from '../../../domains/reviews/words/review-reasons.ts'
export { default as pictures } from '../../../domains/tenants/words/pictures.ts'
export { default as sections } from './sections.ts'
