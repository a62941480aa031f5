/** The words that scenes and the black, grey and white lists say, beside lists and forms. */
export { default as blacklist } from '../../../domains/blacklist/words.ts'
export { default as riskScenes } from '../../../domains/risk/words/risk-scenes.ts'
