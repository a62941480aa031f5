import { answered } from '../../../platform/outside/answered.ts'
import { dropCode } from './codes.ts'

/** A code whose SMS was not taken counts for no limit: its mobile may ask for another. */
export const collectCodeSent = answered<'sms'>({
  purpose: 'outside.about.collectCode',
  done: async () => undefined,
  failed: (_reason, { aboutId }) => dropCode(aboutId),
  dead: (_reason, { aboutId }) => dropCode(aboutId),
})
