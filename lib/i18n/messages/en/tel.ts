import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/tel.ts'

const tel: Shape<typeof zh> = {
  title: 'Phone check',
  state: { none: 'Not begun', part: 'Part done', done: 'Done' },
  waitsFor: 'Still to call',
  stillWaits: '{done}/{count}, to call: {names}',
  target: {
    customer: 'Customer',
    spouse: 'Spouse',
    guarantor: 'Guarantor',
    employer: 'Employer',
    contact: 'Contact',
  },
  result: { pass: 'Confirmed', doubt: 'In doubt', missed: 'No answer', refused: 'Refused' },
  required: 'Required',
  waits: 'To be called',
  progress: 'Required {done}/{count}',
  open: 'Go to the phone check',
  todo: 'Before a pass, call: {names}',
  allDone: 'Everybody required was called',
  unanswered: 'Not answered',
  consistent: 'Agrees',
  allConsistent: 'All agree',
  noQuestions: 'The dictionary has no questions for this one; record the result alone',
  resultLabel: 'Result of the call',
  note: 'Note',
  noteHint: 'Say what is in doubt',
  save: 'Save the check',
  saved: 'Recorded: {target} {name}, {result}',
  keys: 'T next required · A all agree · Ctrl+Enter saves',
  chooseResult: 'Please choose the result of the call',
  answersDiffer: 'Some answers do not agree: it cannot be confirmed',
  noteDoubt: 'Please say what is in doubt',
  lastBy: '{name} called at {time}: {result}',
  talked: '{seconds} s of talk',
}

export default tel
