/** What scenes and the black, grey and white lists say, beside lists and forms. */
export { default as blacklist } from './blacklist.ts'
export { default as riskScenes } from './risk-scenes.ts'
