import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/phone.ts'

const phone: Shape<typeof zh> = {
  seatPrompt: 'please enter the seat number',
  seatNumberWrong: 'enter a correct seat number',
  noSeat: 'there is no such seat, please check the number',
  seatBusy: 'this seat is in use, please try again later',
  cancelled: 'input cancelled',
  seatLost: 'the seat has been released, please open the phone again',
  seat: 'Seat {number}',

  connecting: 'Connecting',
  down: 'Connection lost, reconnecting',
  idle: 'Free',
  dialling: 'Dialling',
  incoming: 'Incoming call',
  outgoing: 'Waiting for an answer',
  talking: 'In a call',
  ended: 'Call ended',
  answered: 'answered',
  missed: 'no answer',
  busy: 'busy',
  rejected: 'rejected',
  unknown: 'no such number',
  limited: 'dialled too often this hour',
  closesIn: 'closes in {seconds} s',
  incomingFrom: 'Incoming call {who}',
  duration: 'Duration',

  number: 'Number',
  numberPlaceholder: 'enter a number',
  dial: 'Dial',
  answer: 'Answer',
  hangUp: 'Hang up',
  mute: 'Mute',
  collapse: 'Fold the phone',
  expand: 'Unfold the phone',
  close: 'Close the phone',
  closeQuestion: 'A call is on; closing the phone hangs up. Continue?',
  callNumber: 'Call {label}',
  frame: 'Phone control',

  recent: 'Recent calls',
  noCalls: 'no calls yet',
  talked: 'talked {time}',
  rang: 'rang {time}',
  inbound: 'in',
  outbound: 'out',

  play: 'Simulate',
  playIncoming: 'Incoming, accepted by itself',
  playWaiting: 'Incoming, waits for you',
  playHangUp: 'The other side hangs up',
  playGarbage: 'Send garbage',
}

export default phone
