/** The words that the screens of 产品与方案 say, beside lists and forms. */
export { default as contractTemplates } from '../../../domains/contracts/words/contract-templates.ts'
export { default as product } from '../../../domains/products/words.ts'
