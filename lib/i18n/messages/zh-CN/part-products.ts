/** What the screens of 产品与方案 say, beside lists and forms. */
export { default as product } from './product.ts'
