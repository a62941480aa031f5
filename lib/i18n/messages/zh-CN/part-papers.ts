/** The words that screens of papers, insurers and funders say. */
export { default as capitalOrders } from '../../../domains/capital/words.ts'
export { default as papers } from '../../../domains/materials/words/papers.ts'
export { default as underwriting } from '../../../domains/underwriting/words.ts'
