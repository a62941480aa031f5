import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import { type SeatRow, voice } from '../../contracts/voice.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { chinaTime, type FileColumn, listFile } from '../applications/list-file.ts'
import type { Call } from '../context.ts'
import type { FileAnswer } from '../handler.ts'
import { readSeats, seatQuery } from './manage-seats.ts'

const states = { '0': 'seats.off', '1': 'seats.free', '2': 'seats.occupied' } as const

/** By the ids of the list's columns. */
const columns: Readonly<Record<string, FileColumn<SeatRow>>> = {
  seats_number: { title: zhCN('seats.number'), value: ({ seats_number }) => seats_number },
  status: { title: zhCN('seats.status'), value: ({ status }) => zhCN(states[status]) },
  holderName: { title: zhCN('seats.holder'), value: ({ holderName }) => holderName },
  agentAccount: { title: zhCN('seats.account'), value: ({ agentAccount }) => agentAccount },
  hasSecret: {
    title: zhCN('seats.secret'),
    value: ({ hasSecret }) => zhCN(hasSecret ? 'seats.secretSet' : 'seats.secretNone'),
  },
  callCount: { title: zhCN('seats.calls'), value: ({ callCount }) => callCount },
  lastCallAt: { title: zhCN('seats.lastCall'), value: ({ lastCallAt }) => chinaTime(lastCallAt) },
  changedAt: { title: zhCN('seats.changedAt'), value: ({ changedAt }) => chinaTime(changedAt) },
}

/** 坐席管理 as a file. */
export const exportSeats = (
  input: ParsedInputOf<typeof voice.exportSeats>,
  call: Call,
): Promise<FileAnswer> =>
  listFile(
    {
      list: 'seats',
      of: voice.seatList,
      title: zhCN('routes.adminSeats'),
      filter: input,
      columnOf: (key) => (Object.hasOwn(columns, key) ? columns[key] : undefined),
      query: async () => seatQuery(input, call),
      read: (ids) => readSeats(ids, call),
    },
    call,
  )
