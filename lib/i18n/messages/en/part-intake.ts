/** What the intake form and the pages that show an intake say. */
export { default as fields } from './fields.ts'
export { default as materials } from './materials.ts'
export { default as pictures } from './pictures.ts'
export { default as relations } from './relations.ts'
export { default as reviewReasons } from './review-reasons.ts'
export { default as sections } from './sections.ts'
