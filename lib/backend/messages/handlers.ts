import type { Contracts } from '../../contracts/index.ts'
import type { HandlersOf } from '../handler.ts'
import { once } from '../once.ts'
import { countUnread, listMessages, markRead, panelPage, removeMessages } from './own-messages.ts'
import { sendNotice } from './send-messages.ts'

export const messageHandlers: HandlersOf<Contracts['messages']> = {
  notices: (input, call) => panelPage('notice', input, call),
  reminders: (input, call) => panelPage('remind', input, call),
  official: (input, call) => panelPage('official', input, call),
  unread: (_input, call) => countUnread(call),
  list: listMessages,
  markRead: ({ ids }, call) => markRead(ids, call),
  markAllRead: (_input, call) => markRead(undefined, call),
  remove: ({ ids }, call) => removeMessages(ids, call),
  sendNotice: ({ eventId, ...input }, call) =>
    once(eventId, 'messages.sendNotice', input, async () => ({ recipients: await sendNotice(input, call) })),
}
