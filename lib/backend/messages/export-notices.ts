import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import { messages, type Notice } from '../../contracts/messages.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { chinaTime, type FileColumn, listFile } from '../applications/list-file.ts'
import type { Call } from '../context.ts'
import type { FileAnswer } from '../handler.ts'
import { noticeQuery, readNotices } from './announcements.ts'

/** By the ids of the list's columns. */
const columns: Readonly<Record<string, FileColumn<Notice>>> = {
  title: { title: zhCN('notices.title'), value: ({ title }) => title },
  status: { title: zhCN('notices.status'), value: ({ status }) => zhCN(`notices.${status}`) },
  audience: {
    title: zhCN('notices.audience'),
    value: ({ audience, targetNames }) =>
      audience === 'all' ? zhCN('notices.audienceAll') : targetNames.join('、'),
  },
  sendAt: { title: zhCN('notices.when'), value: ({ sendAt }) => chinaTime(sendAt) },
  recipients: { title: zhCN('notices.recipients'), value: ({ recipients }) => recipients },
  readers: { title: zhCN('notices.readers'), value: ({ readers }) => readers },
  senderName: { title: zhCN('notices.sender'), value: ({ senderName }) => senderName },
}

/** 通知公告 as a file. */
export const exportNotices = (
  input: ParsedInputOf<typeof messages.exportNotices>,
  call: Call,
): Promise<FileAnswer> =>
  listFile(
    {
      list: 'notices',
      of: messages.noticeList,
      title: zhCN('routes.adminNotices'),
      filter: input,
      columnOf: (key) => (Object.hasOwn(columns, key) ? columns[key] : undefined),
      query: async () => noticeQuery(input, call),
      read: readNotices,
    },
    call,
  )
