import type { Contracts } from '../../domains/endpoints.ts'
import type { HandlersOf } from '../handler.ts'
import { exportNotices, notices, saveNotice, withdrawNotice } from './announcements.ts'
import { audienceChoices } from './audience.ts'
import { receiveOfficial } from './official.ts'
import { countUnread, markRead, ownMessages, panelPage, removeMessages } from './own-messages.ts'
import { cancelReminder, readReminder, setReminder } from './reminders.ts'

export const messageHandlers: HandlersOf<Contracts['messages']> = {
  notices: (input, call) => panelPage('notice', input, call),
  reminders: (input, call) => panelPage('remind', input, call),
  official: (input, call) => panelPage('official', input, call),
  unread: (_input, call) => countUnread(call),
  list: ownMessages.page,
  markRead: ({ ids }, call) => markRead(ids, call),
  markAllRead: (_input, call) => markRead(undefined, call),
  remove: ({ ids }, call) => removeMessages(ids, call),
  sendNotice: ({ title, body, roles = [] }, call) =>
    saveNotice({ title, body, audience: roles.length > 0 ? 'roles' : 'all', targets: roles }, call),
  noticeList: notices.page,
  exportNotices,
  audienceChoices,
  saveNotice,
  withdrawNotice,
  reminder: readReminder,
  setReminder,
  cancelReminder,
  receiveOfficial,
}
