/** What the screens of channels, branches and shops say. */
export { default as openings } from '../../../domains/openings/words.ts'
