import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { archiveList, readArchive } from './archive-record.ts'
import { itemList } from './items.ts'
import { apply, enter, file, lose } from './keep.ts'
import { labels } from './labels.ts'
import {
  bounce,
  check,
  mailList,
  readCouriers,
  readMail,
  saveMail,
  send,
  sign,
  tick,
  voidMail,
} from './mails.ts'
import { approve, giveBack, handOver, outboundList, refuse, release } from './outbounds.ts'
import { finishTake, readTake, resolveTake, scanTake, startTake, takeList } from './takes.ts'

export const archiveHandlers: HandlersOf<Contracts['archives']> = {
  list: archiveList.page,
  get: readArchive,
  items: itemList.page,
  labels,
  enter,
  file,
  lose,
  apply,
  mails: mailList.page,
  mail: readMail,
  couriers: readCouriers,
  saveMail,
  send,
  voidMail,
  sign,
  bounce,
  tick,
  check,
  outbounds: outboundList.page,
  approve,
  refuse,
  release,
  giveBack,
  handOver,
  takes: takeList.page,
  take: readTake,
  startTake,
  scanTake,
  finishTake,
  resolveTake,
}
