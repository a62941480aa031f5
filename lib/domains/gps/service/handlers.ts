import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { addPhoto, checkDevice, fitDevice, releaseDevice, removeDevice, reserveDevice } from './fitting.ts'
import { deviceList, fittingList, readDevice, readFitting, readShort } from './read-gps.ts'
import { giveBackDevice, issueDevice, spoilDevice, stockIn } from './stock.ts'

export const gpsHandlers: HandlersOf<Contracts['gps']> = {
  list: deviceList.page,
  get: readDevice,
  stockIn,
  issue: issueDevice,
  giveBack: giveBackDevice,
  spoil: spoilDevice,
  fittingList: fittingList.page,
  fitting: readFitting,
  ofOrder: readShort,
  reserve: reserveDevice,
  release: releaseDevice,
  addPhoto,
  fit: fitDevice,
  check: checkDevice,
  remove: removeDevice,
}
