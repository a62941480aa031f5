import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { joinRoom, openGuest, signalDesk, watchRoom } from './guest.ts'
import { inviteCustomer } from './invite.ts'
import { addPiece, readPiece, readRecording } from './pieces.ts'
import { interviewList, readOfOrder, readRoom } from './read-interviews.ts'
import {
  addSnapshot,
  beginInterview,
  decideInterview,
  enterRoom,
  redoInterview,
  signalGuest,
  tickLine,
} from './room.ts'

export const interviewHandlers: HandlersOf<Contracts['interviews']> = {
  list: interviewList.page,
  get: ({ orderId }, call) => readRoom(orderId, call),
  ofOrder: ({ orderId }, call) => readOfOrder(orderId, call),
  invite: inviteCustomer,
  enter: enterRoom,
  signal: signalGuest,
  begin: beginInterview,
  tick: tickLine,
  addSnapshot,
  addPiece,
  decide: decideInterview,
  redo: redoInterview,
  recording: readRecording,
  piece: readPiece,
  guestOpen: openGuest,
  guestJoin: joinRoom,
  guestSignal: signalDesk,
  guestWatch: watchRoom,
}
