import type { Contracts } from '../../domains/endpoints.ts'
import type { HandlersOf } from '../handler.ts'
import { approve, judge, refuse, withdraw } from './check-changes.ts'
import { deputies, deputyChoices, endDeputy, setDeputy } from './deputies.ts'
import { changeList, changesOf, countChanges } from './list-changes.ts'

export const changeHandlers: HandlersOf<Contracts['changes']> = {
  list: changeList.page,
  count: countChanges,
  of: changesOf,
  approve,
  judge,
  refuse,
  withdraw,
  deputies: deputies.page,
  deputyChoices,
  setDeputy,
  endDeputy,
}
